/**
 * `POST /introspect` (RFC 7662). For clients with `security:read` (resource servers), and for every
 * client about its own tokens; about other tokens the response is always `active: false` (§4).
 */
import { ScopeSet } from '@skein/oauth';
import { authenticateClient } from '../client_auth/registry.js';
import type { AuthContext } from '../context.js';
import type { Client } from '../models/client.js';
import { OAuthError } from '../oauth_error.js';
import { isActive, type KnownToken, knownToken } from '../tokens/token_inspector.js';
import type { FormHandler } from './form_endpoint.js';

const INACTIVE = { active: false };

export function introspectionHandler(context: AuthContext): FormHandler {
  return async (form, request) => {
    const client = await authenticateClient(context, request.headers.authorization, form);
    if (client.type !== 'confidential') {
      throw new OAuthError('invalid_client', 'client authentication is missing');
    }
    const value = form.get('token');
    if (value === undefined) throw new OAuthError('invalid_request', 'token is missing');
    const known = await knownToken(context, value);
    if (!known || !maySee(client, known) || !(await isActive(context, known))) return INACTIVE;
    return known.kind === 'access' ? accessAnswer(known.claims) : refreshAnswer(context, known);
  };
}

function maySee(client: Client, known: KnownToken): boolean {
  const owner = known.kind === 'access' ? known.claims.client_id : known.token.clientId;
  return owner === client.id || new ScopeSet(client.scopes.join(' ')).allowsSecurity('read');
}

function accessAnswer(claims: Readonly<Record<string, unknown>>): object {
  const { iss, aud, sub, client_id, scope, iat, exp, jti, auth_time, cnf } = claims;
  const { read_restrictions } = claims;
  const token_type = cnf === undefined ? 'Bearer' : 'DPoP';
  return {
    active: true,
    token_type,
    iss,
    aud,
    sub,
    client_id,
    scope,
    read_restrictions,
    iat,
    exp,
    jti,
    auth_time,
    cnf,
  };
}

function refreshAnswer(
  { issuer }: AuthContext,
  { token, grant }: Extract<KnownToken, { kind: 'refresh' }>,
): object {
  return {
    active: true,
    iss: issuer,
    sub: grant.userId,
    client_id: token.clientId,
    scope: grant.scopes.join(' '),
    iat: Math.floor(token.createdMs / 1000),
    exp: Math.floor(token.expiresMs / 1000),
  };
}
