/**
 * What `oauth2-server` is asked to do: the state machine of the token endpoint. It gets a request
 * of our own making with the client that was authenticated before, and every grant as an extension,
 * because its own ones cannot tell a replay from a typing error, narrow stored refresh tokens and
 * know no families (docs/adr/0004). What stays the same from request to request is made once.
 */

import { expectDefined } from '@skein/base';
import OAuth2Server from 'oauth2-server';
import type { Exchange, GrantType, Issued } from './grant_type.js';
import { GRANT_TYPES } from './registry.js';

/** Rejects with what the library made of it: an OAuthError of ours is its `inner`. */
export async function runGrant(exchange: Exchange, grantType: string): Promise<Issued> {
  const { client, context } = exchange;
  const server = new OAuth2Server({
    model: {
      getClient: async () => ({ id: client.id, grants: [...client.grants] }),
      saveToken: async (token) => token,
      getAccessToken: async () => undefined,
    },
    extendedGrantTypes: EXTENSIONS,
  });
  const request = new ExchangeRequest(exchange, grantType);
  await server.token(request, new OAuth2Server.Response(), {
    accessTokenLifetime: context.config.tokenSeconds,
  });
  return expectDefined(request.issued, 'the library ran the grant');
}

const FORM = 'application/x-www-form-urlencoded';

/** As the library wants it: the form has been read, the client has proven itself. */
class ExchangeRequest extends OAuth2Server.Request {
  readonly exchange: Exchange;
  issued: Issued | undefined;

  constructor(exchange: Exchange, grantType: string) {
    const body = {
      grant_type: grantType,
      client_id: exchange.client.id,
      client_secret: 'checked',
    };
    super({ method: 'POST', query: {}, headers: {}, body });
    this.exchange = exchange;
  }

  /** The library asks with a text, whatever its types say. */
  override is(types: string | readonly string[]): string | false {
    return types.includes(FORM) && FORM;
  }
}

const EXTENSIONS = Object.fromEntries(
  [...GRANT_TYPES].map(([name, grant]) => [name, extensionOf(grant)]),
);

function extensionOf(grant: GrantType): typeof OAuth2Server.AbstractGrantType {
  return class extends OAuth2Server.AbstractGrantType {
    async handle(request: OAuth2Server.Request, client: OAuth2Server.Client) {
      if (!(request instanceof ExchangeRequest)) throw new TypeError('a request of another making');
      const issued = await grant.issue(request.exchange);
      request.issued = issued;
      return { accessToken: issued.accessToken, scope: [...issued.scopes], client, user: {} };
    }
  };
}
