/**
 * What `oauth2-server` is asked to do, and no more: the state machine of the grants at the token endpoint. The client has been
 * authenticated before it is called, so its model hands that client over; one model a request, because the library tells it
 * neither the request nor the lifetime.
 */
import { narrowScope, splitScope } from '@skein/oauth';
import type OAuth2Server from 'oauth2-server';
import type { Client } from '../models/client.js';
import { OAuthError } from '../oauth_error.js';

export interface TokenIssuer {
  readonly lifetimeSeconds: number;
  sign(client: Client, subject: string, scope: readonly string[]): Promise<string>;
}

export function tokenModel(
  client: Client,
  issuer: TokenIssuer,
): OAuth2Server.ClientCredentialsModel {
  return {
    getClient: async () => ({ id: client.id, grants: [...client.grants] }),
    getUserFromClient: async () => ({ subject: `c_${client.id}` }),
    validateScope: async (_user, _client, requested) => effectiveScope(client, requested),
    generateAccessToken: async (_client, user, scope) =>
      issuer.sign(client, String(user.subject), scope),
    saveToken: async (token, savedClient, user) => ({ ...token, client: savedClient, user }),
    getAccessToken: async () => undefined,
  };
}

/** All the client may have when it names nothing (RFC 6749 §3.3); otherwise every entry asked for must be covered. */
function effectiveScope(client: Client, requested: readonly string[] | undefined): string[] {
  const wanted = (requested ?? []).flatMap(splitScope);
  if (wanted.length === 0) return [...client.scopes];
  const granted = narrowScope(wanted, client.scopes);
  if (granted.length < wanted.length) {
    throw new OAuthError(
      'invalid_scope',
      'the scope is unknown, malformed or not allowed for this client',
    );
  }
  return [...new Set(granted)];
}
