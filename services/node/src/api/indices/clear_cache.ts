/** `POST /_cache/clear`, `POST /{index}/_cache/clear`: empties caches of these indices. */
import { INDICES_OPTIONS } from '@skein/cluster';
import { booleanParam, listParam, stringParam } from '@skein/http';
import type { ClearedCaches } from '@skein/shard';
import { INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { broadcastReply } from './broadcast_reply.js';
import { type AnyPrivilege, indexExpression, shownIndices } from './index_targets.js';

const MANAGES: AnyPrivilege = ['indices:manage'];

export const clearCache = defineEndpoint({
  id: 'indices.clear_cache',
  shape: 'shards',
  routes: ['POST /_cache/clear', 'POST /{index}/_cache/clear'],
  params: {
    ...INDEX_EXPRESSION_PARAMS,
    index: stringParam,
    query: booleanParam,
    request: booleanParam,
    fielddata: booleanParam,
    /** Blocks of searchable snapshots, cleared only on request. */
    file: booleanParam,
    fields: listParam,
  },
  body: 'json',
  privilege: { anyOf: MANAGES },
  parse: ({ pathParams, params }) => ({
    target: indexExpression(
      pathParams.index ?? params.index,
      params,
      INDICES_OPTIONS.strictExpandOpenForbidClosed,
    ),
    caches: clearedCaches(params),
  }),
  handle: async ({ target, caches }, actors, context) => {
    const indices = shownIndices(actors, context, target, MANAGES);
    return broadcastReply(
      await actors.shardRouter.broadcast('clear_caches', indices, caches, context),
    );
  },
});

interface ClearParams {
  readonly file?: boolean | undefined;
  readonly query?: boolean | undefined;
  readonly request?: boolean | undefined;
  readonly fielddata?: boolean | undefined;
  readonly fields?: readonly string[] | undefined;
}

/**
 * The caches to clear. If the request sets none of `query`, `request` and `fielddata`, all three
 * are cleared, or only fielddata if the request lists `fields`. The file cache is cleared only if
 * the request sets `file`.
 */
function clearedCaches(params: ClearParams): ClearedCaches {
  const { query, request, fielddata, fields = [], file = false } = params;
  if (query || request || fielddata) {
    return { query: !!query, request: !!request, fielddata: !!fielddata, fields, file };
  }
  const all = fields.length === 0;
  return { query: all, request: all, fielddata: true, fields, file };
}
