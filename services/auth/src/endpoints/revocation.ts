/**
 * `POST /revoke` (RFC 7009). A refresh token is revoked with its whole family (§2.1); an unknown
 * token counts as revoked (§2.2).
 */
import { authenticateClient } from '../client_auth/registry.js';
import { type AuthContext, audit } from '../context.js';
import { OAuthError } from '../oauth_error.js';
import { type KnownToken, knownToken } from '../tokens/token_inspector.js';
import type { FormHandler } from './form_endpoint.js';

export function revocationHandler(context: AuthContext): FormHandler {
  return async (form, request) => {
    const client = await authenticateClient(context, request.headers.authorization, form);
    const value = form.get('token');
    if (value === undefined) throw new OAuthError('invalid_request', 'token is missing');
    const known = await knownToken(context, value);
    if (!known) return undefined;
    const owner = known.kind === 'access' ? known.claims.client_id : known.token.clientId;
    if (owner !== client.id) {
      throw new OAuthError('unauthorized_client', 'the token was issued to another client');
    }
    await revoke(context, known);
    await audit(context, { event: 'token_revoked', clientId: client.id, detail: known.kind });
    return undefined;
  };
}

async function revoke({ store, clock }: AuthContext, known: KnownToken): Promise<void> {
  const revokedMs = clock.nowMs();
  if (known.kind === 'refresh') {
    await store.grants.revoke({ id: known.grant.id }, revokedMs);
  } else {
    const { jti, exp } = known.claims;
    const expiresMs = Number(exp) * 1000;
    await store.grants.revokeToken({ jti: String(jti), expiresMs, revokedMs });
  }
}
