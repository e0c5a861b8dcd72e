/**
 * The creator of a transform or snapshot policy, as stored in the cluster state. It runs with the
 * rights the creator had then.
 */
import type { JsonObject } from '@skein/content';
import type { Identity } from './contract.js';

export function encodeOwner({
  subject,
  clientId,
  scope,
  issuer,
  restrictions,
}: Identity): JsonObject {
  return {
    subject,
    ...(clientId === undefined ? {} : { clientId }),
    ...(scope === undefined ? {} : { scope: [...scope] }),
    ...(issuer === undefined ? {} : { issuer }),
    ...(restrictions === undefined ? {} : { restrictions: JSON.stringify(restrictions) }),
  };
}

export function decodeOwner(json: JsonObject): Identity {
  const { subject, clientId, scope, issuer, restrictions } = json;
  return {
    subject: String(subject),
    clientId: typeof clientId === 'string' ? clientId : undefined,
    scope: Array.isArray(scope) ? scope.map(String) : undefined,
    ...(typeof issuer === 'string' ? { issuer } : {}),
    ...(typeof restrictions === 'string' ? { restrictions: JSON.parse(restrictions) } : {}),
  };
}
