/**
 * `POST /_plugins/_refresh_search_analyzers/{index}`, an endpoint of OpenSearch's index management
 * plugin.
 */
import { INDICES_OPTIONS } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS, MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, MANAGES, targetIndices } from './index_targets.js';
import { reloadAnalyzers } from './reloaded_analyzers.js';

export const refresh_search_analyzers = defineEndpoint({
  id: 'indices.refresh_search_analyzers',
  shape: 'master',
  routes: [
    'POST /_plugins/_refresh_search_analyzers/{index}',
    'POST /_opendistro/_refresh_search_analyzers/{index}',
  ],
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
      successful_refresh_details: [...reloaded.analyzers].map(([index, analyzers]) => ({
        index,
        refreshed_analyzers: [...analyzers],
      })),
    });
  },
});
