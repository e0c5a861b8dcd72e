/**
 * The use of `oauth2-server`: the state machine of the token endpoint. It gets a synthetic request
 * with the authenticated client, and every grant as an extension, because its own grants cannot
 * tell a replay from a typing error, narrow stored refresh tokens, or handle families
 * (docs/adr/0004). Data common to all requests is made once.
 */

import { expectDefined } from '@skein/base';
import OAuth2Server from 'oauth2-server';
import type { Exchange, GrantType, Issued } from './grant_type.js';
import { GRANT_TYPES } from './registry.js';

/** Rejects with the library's error; an OAuthError of this server is its `inner`. */
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

/** The request for the library: the form is parsed and the client authenticated. */
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

  /** The library passes a string, contrary to its types. */
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
