/** `response_type=token`, the implicit grant (RFC 6749 §4.2): off unless server and registration say so; never a refresh token. */
import { issueAccess } from '../../tokens/token_issuer.js';
import type { ResponseType } from './response_type.js';

export const token: ResponseType = {
  name: 'token',
  grant: 'implicit',
  mode: 'fragment',
  isEnabled: ({ config }) => config.implicit,
  async answer(context, { client, grant }) {
    const { scopes } = grant;
    const audience = context.config.audience;
    const bearer = { audience, dpopThumbprint: undefined };
    const issued = issueAccess(context, { client, scopes, grant, ...bearer });
    return {
      access_token: issued.accessToken,
      token_type: 'Bearer',
      expires_in: String(issued.expiresInSeconds),
      scope: scopes.join(' '),
    };
  },
};
