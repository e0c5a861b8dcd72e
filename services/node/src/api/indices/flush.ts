/** `POST /_flush`, `POST /{index}/_flush` */
import { INDICES_OPTIONS } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { booleanParam, orDefault } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { broadcastReply } from './broadcast_reply.js';
import { indexExpression, targetIndices } from './index_targets.js';
import { WRITES_OR_MANAGES } from './refresh.js';

export const flush = defineEndpoint({
  id: 'indices.flush',
  shape: 'shards',
  routes: ['POST /_flush', 'GET /_flush', 'POST /{index}/_flush', 'GET /{index}/_flush'],
  params: {
    ...INDEX_EXPRESSION_PARAMS,
    force: orDefault(booleanParam, false),
    wait_if_ongoing: orDefault(booleanParam, true),
  },
  body: 'json',
  privilege: { anyOf: WRITES_OR_MANAGES },
  parse: ({ pathParams, params }) => {
    if (params.force && !params.wait_if_ongoing) {
      throw new ApiError(
        'action_request_validation_exception',
        'Validation Failed: 1: wait_if_ongoing must be true for a force flush;',
      );
    }
    const target = indexExpression(
      pathParams.index,
      params,
      INDICES_OPTIONS.strictExpandOpenForbidClosed,
    );
    return { target, force: params.force };
  },
  handle: async ({ target, force }, actors, context) => {
    const indices = targetIndices(actors, context, target, WRITES_OR_MANAGES);
    return broadcastReply(await actors.shardRouter.broadcast('flush', indices, { force }, context));
  },
});
