/**
 * What `oauth2-server` is asked to do: the state machine of the token endpoint. It gets a request of our own making with the client that
 * was authenticated before, and every grant as an extension, because its own ones cannot tell a replay from a typing error, narrow
 * stored refresh tokens and know no families (docs/adr/0004).
 */

import { expectDefined } from '@skein/base';
import OAuth2Server from 'oauth2-server';
import type { Exchange, GrantType, Issued } from './grant_type.js';
import { GRANT_TYPES } from './registry.js';

/** Rejects with what the library made of it: an OAuthError of ours is its `inner`. */
export async function runGrant(exchange: Exchange, grantType: string): Promise<Issued> {
  const { client, form, context } = exchange;
  const issued: { by?: Issued } = {};
  const keep = (made: Issued) => {
    issued.by = made;
  };
  const grant = expectDefined(GRANT_TYPES.get(grantType), 'the endpoint has looked it up');
  const server = new OAuth2Server({
    model: {
      getClient: async () => ({ id: client.id, grants: [...client.grants] }),
      saveToken: async (token) => token,
      getAccessToken: async () => undefined,
    },
    extendedGrantTypes: { [grantType]: adapter(grant, exchange, keep) },
  });
  const request = new OAuth2Server.Request({
    method: 'POST',
    query: {},
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
    body: {
      ...Object.fromEntries(form),
      grant_type: grantType,
      client_id: client.id,
      client_secret: 'checked',
    },
  });
  await server.token(request, new OAuth2Server.Response(), {
    accessTokenLifetime: context.config.tokenSeconds,
  });
  return expectDefined(issued.by, 'the library ran the grant');
}

function adapter(
  grant: GrantType,
  exchange: Exchange,
  keep: (issued: Issued) => void,
): typeof OAuth2Server.AbstractGrantType {
  return class extends OAuth2Server.AbstractGrantType {
    async handle(_request: OAuth2Server.Request, client: OAuth2Server.Client) {
      const issued = await grant.issue(exchange);
      keep(issued);
      return { accessToken: issued.accessToken, scope: [...issued.scopes], client, user: {} };
    }
  };
}
