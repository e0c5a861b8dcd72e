/**
 * `GET /.well-known/oauth-protected-resource` (RFC 9728): tells a client that knows only this
 * address where to get a token. Needs no token.
 */
import { jsonReply } from '@skein/http';
import { DPOP_ALGORITHMS } from '@skein/oauth';
import { defineEndpoint } from '../endpoint.js';
import { plainErrorReply } from '../error_reply.js';

export const protected_resource = defineEndpoint({
  id: 'security.protected_resource',
  shape: 'local',
  routes: ['GET /.well-known/oauth-protected-resource'],
  params: {},
  body: 'none',
  privilege: 'public',
  parse: () => ({}),
  handle: (_request, { security }) => {
    const known = security.resource;
    if (known === undefined) return plainErrorReply(404, 'this node asks for no tokens');
    if (known.resource === undefined) {
      return plainErrorReply(404, 'the address of this node is not configured');
    }
    return jsonReply({
      resource: known.resource,
      authorization_servers: known.issuers,
      bearer_methods_supported: ['header'],
      dpop_signing_alg_values_supported: DPOP_ALGORITHMS,
      resource_name: 'Skein',
    });
  },
});
