/** `HEAD /{index}`: 200, or 404 if a named index does not exist. */
import { INDICES_OPTIONS } from '@skein/cluster';
import { booleanParam, emptyReply } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS, LOCAL_PARAM } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { existsReply } from './exists_reply.js';
import { indexExpression, READS_METADATA, shownIndices } from './index_targets.js';

export const exists = defineEndpoint({
  id: 'indices.exists',
  shape: 'local',
  routes: ['HEAD /{index}'],
  params: {
    ...INDEX_EXPRESSION_PARAMS,
    ...LOCAL_PARAM,
    flat_settings: booleanParam,
    include_defaults: booleanParam,
  },
  body: 'none',
  privilege: { anyOf: READS_METADATA },
  parse: ({ pathParams, params }) =>
    indexExpression(pathParams.index, params, INDICES_OPTIONS.strictExpandOpen),
  handle: (target, actors, context) =>
    existsReply(() => {
      shownIndices(actors, context, target, READS_METADATA);
      return emptyReply(200);
    }),
});
