/**
 * `GET /_security/_authenticate`: the caller and its privileges. In Elasticsearch's form, with the
 * content of the token added.
 */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';

export const authenticate = defineEndpoint({
  id: 'security.authenticate',
  shape: 'local',
  routes: ['GET /_security/_authenticate'],
  params: {},
  body: 'none',
  privilege: 'authenticated',
  parse: () => ({}),
  handle: (_request, _actors, { identity }) => {
    const { subject, clientId, scope, issuer } = identity;
    const realm = { name: issuer ?? '_open', type: issuer === undefined ? 'open' : 'oauth2' };
    return jsonReply({
      username: subject,
      roles: [],
      full_name: null,
      email: null,
      metadata: {},
      enabled: true,
      authentication_realm: realm,
      lookup_realm: realm,
      authentication_type: issuer === undefined ? 'anonymous' : 'token',
      ...(clientId === undefined ? {} : { client_id: clientId }),
      ...(scope === undefined ? {} : { scope: scope.join(' ') }),
    });
  },
});
