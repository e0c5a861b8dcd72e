/** `POST /_refresh`, `POST /{index}/_refresh` */
import { INDICES_OPTIONS } from '@skein/cluster';
import { INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { broadcastReply } from './broadcast_reply.js';
import { type AnyPrivilege, indexExpression, targetIndices } from './index_targets.js';

/** Refresh and flush are allowed with the privilege to write or to manage. */
export const WRITES_OR_MANAGES: AnyPrivilege = ['indices:write', 'indices:manage'];

export const refresh = defineEndpoint({
  id: 'indices.refresh',
  shape: 'shards',
  routes: ['POST /_refresh', 'GET /_refresh', 'POST /{index}/_refresh', 'GET /{index}/_refresh'],
  params: INDEX_EXPRESSION_PARAMS,
  body: 'json',
  privilege: { anyOf: WRITES_OR_MANAGES },
  parse: ({ pathParams, params }) =>
    indexExpression(pathParams.index, params, INDICES_OPTIONS.strictExpandOpenForbidClosed),
  handle: async (target, actors, context) => {
    const indices = targetIndices(actors, context, target, WRITES_OR_MANAGES);
    return broadcastReply(await actors.shardRouter.broadcast('refresh', indices, {}, context));
  },
});
