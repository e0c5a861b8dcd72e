/** `GET /`, `HEAD /`: the identity of the server. */
import { emptyReply, jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { identityIn } from './product_identity.js';

export const info = defineEndpoint({
  id: 'info',
  shape: 'local',
  routes: ['GET /'],
  params: {},
  body: 'none',
  privilege: 'authenticated',
  isEssential: true,
  parse: () => ({}),
  handle: (_request, { masterService, nodeOperations }, { profile }) => {
    const state = masterService.state();
    const product = identityIn(state, profile);
    const answer = jsonReply({
      name: state.nodes.get(nodeOperations.localNodeId)?.name ?? '',
      cluster_name: state.clusterName,
      cluster_uuid: state.metadata.clusterUuid,
      version: product.version,
      tagline: product.tagline,
    });
    return { ...answer, isPretty: true };
  },
});

export const ping = defineEndpoint({
  id: 'ping',
  shape: 'local',
  routes: ['HEAD /'],
  params: {},
  body: 'none',
  privilege: 'authenticated',
  parse: () => ({}),
  handle: () => emptyReply(200),
});
