/** `POST /token` and `POST /oauth/token` (RFC 6749 §3.2). */
import { isScopeToken, splitScope } from '@skein/oauth';
import { authenticateClient } from '../client_auth/registry.js';
import type { AuthContext } from '../context.js';
import { dpopThumbprintOf } from '../dpop/dpop_proof.js';
import type { Form } from '../form.js';
import { GRANT_TYPES } from '../grants/registry.js';
import { runGrant } from '../grants/state_machine.js';
import type { Client } from '../models/client.js';
import { OAuthError } from '../oauth_error.js';
import { audienceOf } from '../tokens/audience.js';
import type { FormHandler } from './form_endpoint.js';

export function tokenHandler(context: AuthContext): FormHandler {
  return async (form, request) => {
    const client = await authenticateClient(context, request.headers.authorization, form);
    const grantType = checkForm(context, form, client);
    const audience = audienceOf(context, form.get('resource'));
    const dpopThumbprint = await dpopThumbprintOf(context, request, '/token');
    const address = request.ip;
    const exchange = { context, client, form, address, audience, dpopThumbprint };
    const issued = await runGrant(exchange, grantType);
    context.metrics.issued(grantType);
    const scope = issued.scopes.join(' ');
    const fields = { client_id: client.id, grant_type: grantType, scope };
    context.log.info('token issued', { audit: 'token_issued', ...fields });
    const { refreshToken } = issued;
    return {
      access_token: issued.accessToken,
      token_type: dpopThumbprint === undefined ? 'Bearer' : 'DPoP',
      expires_in: issued.expiresInSeconds,
      scope,
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    };
  };
}

/** The requested grant type, if the client may use it. */
function checkForm(context: AuthContext, form: Form, client: Client): string {
  const grantType = form.get('grant_type');
  if (grantType === undefined) throw new OAuthError('invalid_request', 'grant_type is missing');
  const grant = GRANT_TYPES.get(grantType);
  if (!grant?.isEnabled(context)) {
    throw new OAuthError('unsupported_grant_type', 'the grant type is not supported');
  }
  const secretMissing = !grant.forPublicClients && client.type !== 'confidential';
  if (secretMissing || !client.grants.includes(grantType)) {
    throw new OAuthError('unauthorized_client', 'the client may not use this grant type');
  }
  if (!splitScope(form.get('scope') ?? '').every(isScopeToken)) {
    throw new OAuthError('invalid_scope', 'the scope is malformed');
  }
  return grantType;
}
