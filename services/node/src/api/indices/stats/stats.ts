/** `GET /_stats`, `GET /{index}/_stats/{metric}` */
import { INDICES_OPTIONS } from '@skein/cluster';
import { booleanParam, enumParam, jsonReply, listParam, orDefault, splitList } from '@skein/http';
import { EMPTY_STATS } from '@skein/shard';
import type { CopyTarget } from '../../../shard_router/mod.js';
import { INDEX_EXPRESSION_PARAMS } from '../../common_params.js';
import { defineEndpoint } from '../../endpoint.js';
import { indexExpression, READS_METADATA, shownIndices } from '../index_targets.js';
import { checkMetrics, statFields } from './stats_metrics.js';
import { renderStats } from './stats_reply.js';
import { withGroups } from './sum_stats.js';

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
    const defaults = params.forbid_closed_indices
      ? INDICES_OPTIONS.strictExpandOpenForbidClosed
      : INDICES_OPTIONS.strictExpandOpen;
    return {
      target: indexExpression(pathParams.index, params, defaults),
      metrics: checkMetrics(path, splitList(pathParams.metric ?? '_all')),
      level: params.level,
      groups: params.groups ?? [],
      countsUnloaded: params.include_unloaded_segments,
      fields: statFields(params),
    };
  },
  handle: async (request, actors, context) => {
    const { target, metrics, level, groups, fields, countsUnloaded } = request;
    const indices = shownIndices(actors, context, target, READS_METADATA);
    const state = actors.masterService.state();
    const { total, outcomes } = await actors.shardRouter.broadcast(
      'stats',
      indices,
      { unopened: true },
      context,
    );
    const isCounted = ({ index }: CopyTarget): boolean =>
      countsUnloaded || state.metadata.indices.get(index)?.state === 'open';
    const result = {
      total,
      outcomes: outcomes.map((outcome) => {
        if (!outcome.ok) return outcome;
        const { target: of, reply } = outcome;
        const { segments } = isCounted(of) ? reply : EMPTY_STATS;
        return { ...outcome, reply: withGroups({ ...reply, segments }, groups) };
      }),
    };
    return jsonReply(renderStats(result, { state, metrics, level, fields, human: context.human }));
  },
});
