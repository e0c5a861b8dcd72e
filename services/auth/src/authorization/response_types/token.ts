/**
 * `response_type=token`, the implicit grant (RFC 6749 §4.2): for clients that list it, unless the
 * server turns it off; never with a refresh token.
 */
import { OAuthError } from '../../oauth_error.js';
import { rightsOfUser } from '../../tokens/effective_scope.js';
import { issueAccess } from '../../tokens/token_issuer.js';
import type { ResponseType } from './response_type.js';

export const token: ResponseType = {
  name: 'token',
  grant: 'implicit',
  mode: 'fragment',
  provesClient: false,
  isEnabled: ({ config }) => config.implicit,
  async answer(context, { client, grant }) {
    const user = await context.store.users.get(grant.userId);
    if (!user) throw new OAuthError('access_denied', 'the user is not known any more');
    const { store } = context;
    const rights = await rightsOfUser(store, { client, user, scopes: grant.scopes });
    const audience = context.config.audience;
    const bearer = { audience, dpopThumbprint: undefined };
    const issued = issueAccess(context, { client, rights, grant, ...bearer });
    return {
      access_token: issued.accessToken,
      token_type: 'Bearer',
      expires_in: String(issued.expiresInSeconds),
      scope: issued.scopes.join(' '),
    };
  },
};
