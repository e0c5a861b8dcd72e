/**
 * `GET /_license`, which shippers call before they choose features. All features are available, and
 * none of the paid tier is claimed.
 */
import { booleanParam, jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';

export const license = defineEndpoint({
  id: 'license.get',
  shape: 'local',
  routes: ['GET /_license'],
  params: { local: booleanParam, accept_enterprise: booleanParam },
  body: 'none',
  privilege: 'authenticated',
  parse: () => ({}),
  handle: (_request, { masterService }) =>
    jsonReply({
      license: {
        status: 'active',
        uid: masterService.state().metadata.clusterUuid,
        type: 'basic',
        issued_to: masterService.state().clusterName,
        issuer: 'skein',
        max_nodes: 1000,
      },
    }),
});
