/** Refusals in the wording of RFC 6750 §3.1, in the error format of the API. */
import { ApiError } from '@skein/errors';
import { type Challenge, challengeHeader, KEYS_RETRY_MS } from '@skein/oauth';
import type { Identity } from './contract.js';
import type { NamedPrivilege } from './privilege.js';

const REALM = 'skein';

/** 401 for a missing or invalid token; 400 for a malformed authorization header. */
export function unauthorized(
  reason: string,
  details: Omit<Challenge, 'realm' | 'description'> = {},
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  const { error } = details;
  const description = error === undefined ? {} : { description: reason };
  return new ApiError('security_exception', reason, {
    status: error === 'invalid_request' ? 400 : 401,
    headers: {
      ...headers,
      'WWW-Authenticate': challengeHeader({ realm: REALM, ...description, ...details }),
    },
  });
}

/** 503: the token may be valid, and the client should send the request again. */
export function unavailable(reason: string): ApiError {
  return new ApiError('security_exception', reason, {
    status: 503,
    headers: { 'Retry-After': String(KEYS_RETRY_MS / 1000) },
  });
}

/** 403. `index` is the name as the caller gave it. */
export function forbidden(
  identity: Identity,
  privileges: readonly NamedPrivilege[],
  index?: string,
): ApiError {
  const target = index ?? '*';
  const scope = privileges
    .map((privilege) => (privilege.startsWith('indices:') ? `${privilege}:${target}` : privilege))
    .join(' ');
  const on = index === undefined ? '' : ` on index [${index}]`;
  const reason = `[${privileges.join(', ')}] is not allowed${on} for [${identity.subject}]: the token's scope does not reach`;
  return new ApiError('security_exception', reason, {
    status: 403,
    headers: {
      'WWW-Authenticate': challengeHeader({ realm: REALM, error: 'insufficient_scope', scope }),
    },
  });
}
