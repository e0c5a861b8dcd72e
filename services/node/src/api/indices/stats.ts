/** `GET /_stats`, `GET /{index}/_stats/{metric}` */
import { type ClusterState, INDICES_OPTIONS } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { booleanParam, enumParam, jsonReply, listParam, orDefault, splitList } from '@skein/http';
import type { ShardStats } from '../../shard_host/mod.js';
import type { CopyOutcome } from '../../shard_router/mod.js';
import { INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, READS_METADATA, targetIndices } from './index_targets.js';
import { checkMetrics } from './stats_metrics.js';
import { renderStats } from './stats_reply.js';
import { EMPTY_STATS, withGroups } from './sum_stats.js';

export const stats = defineEndpoint({
  id: 'indices.stats',
  shape: 'shards',
  routes: [
    'GET /_stats',
    'GET /_stats/{metric}',
    'GET /{index}/_stats',
    'GET /{index}/_stats/{metric}',
  ],
  params: {
    ...INDEX_EXPRESSION_PARAMS,
    level: orDefault(enumParam(['cluster', 'indices', 'shards']), 'indices'),
    completion_fields: listParam,
    fielddata_fields: listParam,
    fields: listParam,
    groups: listParam,
    include_segment_file_sizes: orDefault(booleanParam, false),
    include_unloaded_segments: orDefault(booleanParam, false),
    forbid_closed_indices: orDefault(booleanParam, true),
  },
  body: 'none',
  privilege: { anyOf: READS_METADATA },
  isEssential: true,
  parse: ({ path, pathParams, params }) => {
    if (params.include_unloaded_segments) {
      throw new ApiError(
        'illegal_argument_exception',
        '[include_unloaded_segments] is not supported: segments of closed indices are not counted',
      );
    }
    const defaults = params.forbid_closed_indices
      ? INDICES_OPTIONS.strictExpandOpenForbidClosed
      : INDICES_OPTIONS.strictExpandOpen;
    return {
      target: indexExpression(pathParams.index, params, defaults),
      metrics: checkMetrics(path, splitList(pathParams.metric ?? '_all')),
      level: params.level,
      groups: params.groups ?? [],
      fields: params.fielddata_fields ?? params.fields ?? [],
    };
  },
  handle: async ({ target, metrics, level, groups, fields }, actors, context) => {
    const indices = targetIndices(actors, context, target, READS_METADATA);
    const state = actors.masterService.state();
    const isOpen = (name: string) => state.metadata.indices.get(name)?.state === 'open';
    const open = await actors.shardRouter.broadcast('stats', indices.filter(isOpen), {}, context);
    const closed = closedStats(
      state,
      indices.filter((name) => !isOpen(name)),
    );
    const result = {
      total: open.total + closed.length,
      outcomes: [...open.outcomes, ...closed].map((outcome) =>
        outcome.ok ? { ...outcome, reply: withGroups(outcome.reply, groups) } : outcome,
      ),
    };
    return jsonReply(renderStats(result, { state, metrics, level, fields, human: context.human }));
  },
});

/** A closed index has no engine that counts: its shards answer with nothing. */
function closedStats(state: ClusterState, indices: readonly string[]): CopyOutcome<ShardStats>[] {
  return indices.flatMap((index) =>
    (state.routing.get(index)?.shards ?? []).flatMap((copies, shardId) =>
      copies.map(
        ({ nodeId, primary }): CopyOutcome<ShardStats> => ({
          target: { index, shardId, nodeId, primary },
          ok: true,
          reply: EMPTY_STATS,
        }),
      ),
    ),
  );
}
