/**
 * `POST /_snapshot/{repository}/_verify`: checks that all nodes that use a repository can write
 * there and see each other's files.
 */
import { jsonReply } from '@skein/http';
import { MASTER_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const verify_repository = defineEndpoint({
  id: 'snapshot.verify_repository',
  shape: 'master',
  routes: ['POST /_snapshot/{repository}/_verify'],
  params: { ...MASTER_PARAMS },
  body: 'none',
  privilege: 'snapshots:manage',
  parse: ({ pathParams }) => pathParams.repository ?? '',
  handle: async (repository, { snapshots }, { signal }) => {
    const nodes = await snapshots.verify(repository, signal);
    return jsonReply({ nodes: Object.fromEntries(nodes.map(({ id, name }) => [id, { name }])) });
  },
});
