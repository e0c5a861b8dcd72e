/** A token for the client itself (RFC 6749 §4.4), without a refresh token (§4.4.3). */
import { requestedScopes } from '../tokens/effective_scope.js';
import { issueAccess } from '../tokens/token_issuer.js';
import type { GrantType } from './grant_type.js';

export const client_credentials: GrantType = {
  name: 'client_credentials',
  forPublicClients: false,
  isEnabled: () => true,
  async issue({ context, client, form, audience, dpopThumbprint }) {
    const scopes = requestedScopes(form.get('scope'), client.scopes);
    const access = issueAccess(context, {
      client,
      rights: { scopes, restrictions: undefined },
      grant: undefined,
      audience,
      dpopThumbprint,
    });
    return { ...access, refreshToken: undefined };
  },
};
