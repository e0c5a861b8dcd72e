/** `POST /{index}/_reload_search_analyzers`, an Elasticsearch endpoint. */
import { INDICES_OPTIONS } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS, MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, MANAGES, targetIndices } from './index_targets.js';
import { reloadAnalyzers } from './reloaded_analyzers.js';

export const reload_search_analyzers = defineEndpoint({
  id: 'indices.reload_search_analyzers',
  shape: 'master',
  routes: ['GET /{index}/_reload_search_analyzers', 'POST /{index}/_reload_search_analyzers'],
  params: { ...MASTER_PARAMS, ...INDEX_EXPRESSION_PARAMS },
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ pathParams, params }) => ({
    target: indexExpression(pathParams.index, params, INDICES_OPTIONS.strictExpandOpenForbidClosed),
    options: submitOptions(params),
  }),
  handle: async ({ target, options }, actors, context) => {
    const indices = targetIndices(actors, context, target, MANAGES);
    const reloaded = await reloadAnalyzers({ indices, options }, actors, context);
    return jsonReply({
      _shards: reloaded.shards,
      reload_details: [...reloaded.analyzers].map(([index, analyzers]) => ({
        index,
        reloaded_analyzers: [...analyzers],
        reloaded_node_ids: [...reloaded.nodeIds],
      })),
    });
  },
});
