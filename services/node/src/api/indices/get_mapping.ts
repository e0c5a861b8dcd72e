/** `GET /_mapping`, `GET /{index}/_mapping` */
import { INDICES_OPTIONS, requireIndex } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { visibleMapping } from '../../security/visible_mapping.js';
import { INDEX_EXPRESSION_PARAMS, LOCAL_PARAM, MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, READS_METADATA, shownIndices } from './index_targets.js';

export const get_mapping = defineEndpoint({
  id: 'indices.get_mapping',
  shape: 'local',
  routes: ['GET /_mapping', 'GET /_mappings', 'GET /{index}/_mapping', 'GET /{index}/_mappings'],
  params: { ...INDEX_EXPRESSION_PARAMS, ...MASTER_TIMEOUT_PARAMS, ...LOCAL_PARAM },
  body: 'none',
  privilege: { anyOf: READS_METADATA },
  parse: ({ pathParams, params }) =>
    indexExpression(pathParams.index, params, INDICES_OPTIONS.strictExpandOpen),
  handle: (target, actors, context) => {
    const state = actors.masterService.state();
    const names = shownIndices(actors, context, target, READS_METADATA);
    return jsonReply(
      Object.fromEntries(
        names.map((name) => {
          const mappings = visibleMapping(requireIndex(state, name), context.identity);
          return [name, { mappings }];
        }),
      ),
    );
  },
});
