/** `GET /_nodes/stats`: the current figures of the nodes. */
import type { ShardCopy } from '@skein/cluster';
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { booleanParam, enumParam, listParam, orDefault, splitList, timeParam } from '@skein/http';
import type { ShardStats } from '@skein/shard';
import { chosenNodes, type NodeReport } from '../../node_operations/mod.js';
import { seesName } from '../../security/index_access.js';
import { SYSTEM_IDENTITY } from '../../security/system_identity.js';
import { shardRows } from '../cat/shard_rows.js';
import { defineEndpoint } from '../endpoint.js';
import { MONITORS } from '../indices/index_targets.js';
import {
  checkIndexMetrics,
  renderSections,
  type StatFields,
  statFields,
} from '../indices/stats/stats_metrics.js';
import { copyStatsJson } from '../indices/stats/stats_reply.js';
import { sumStats, withGroups } from '../indices/stats/sum_stats.js';
import { withWords } from './human_words.js';
import { chosenMetrics } from './metrics.js';
import { nodeHeading, nodesReply } from './node_heading.js';
import { timeoutOf } from './report_timeout.js';
import { withRoutedWork } from './routed_work.js';
import { slowLogPart } from './slow_log.js';
import {
  ABSENT_METRICS,
  NAMED_METRICS,
  NODE_SECTIONS,
  type NodeMetric,
  SHARD_METRICS,
  STATS_METRICS,
} from './stats_sections.js';

type Level = 'node' | 'indices' | 'shards';
const LEVELS: readonly Level[] = ['node', 'indices', 'shards'];

interface OwnShard {
  readonly index: string;
  readonly shardId: number;
  readonly copy: ShardCopy;
  readonly stats: ShardStats;
}

export const stats = defineEndpoint({
  id: 'nodes.stats',
  shape: 'nodes',
  routes: [
    'GET /_nodes/stats',
    'GET /_nodes/{node_id}/stats',
    'GET /_nodes/stats/{metric}',
    'GET /_nodes/{node_id}/stats/{metric}',
    'GET /_nodes/stats/{metric}/{index_metric}',
    'GET /_nodes/{node_id}/stats/{metric}/{index_metric}',
  ],
  params: {
    level: orDefault(enumParam(LEVELS), 'node'),
    timeout: timeParam,
    types: listParam,
    groups: listParam,
    fields: listParam,
    completion_fields: listParam,
    fielddata_fields: listParam,
    include_segment_file_sizes: orDefault(booleanParam, false),
  },
  body: 'none',
  privilege: 'cluster:monitor',
  isEssential: true,
  parse: ({ path, pathParams, params }) => {
    const metrics = chosenMetrics<NodeMetric>(STATS_METRICS, pathParams.metric, {
      path,
      absent: ABSENT_METRICS,
      named: NAMED_METRICS,
    });
    const words = splitList(pathParams.index_metric ?? '_all');
    if (pathParams.index_metric !== undefined && !metrics.has('indices')) {
      throw new ApiError(
        'illegal_argument_exception',
        `request [${path}] contains index metrics [${words.join(',')}] but indices stats not requested`,
      );
    }
    return {
      filter: pathParams.node_id,
      metrics,
      indexMetrics: checkIndexMetrics(path, words),
      level: params.level,
      groups: params.groups ?? [],
      fields: statFields(params),
      options: timeoutOf(params.timeout),
    };
  },
  handle: async (request, actors, context) => {
    const { masterService, nodeOperations } = actors;
    const state = masterService.state();
    const ids = chosenNodes(state, request.filter, nodeOperations.localNodeId);
    const found = await nodeOperations.reports(ids, { ...request.options, signal: context.signal });
    const ofShards = SHARD_METRICS.some((metric) => request.metrics.has(metric));
    const needsShards = ofShards && found.reports.length > 0;
    const asker = { ...context, identity: SYSTEM_IDENTITY };
    const shards = needsShards
      ? await shardRows([...state.metadata.indices.keys()], actors, asker)
      : [];
    const seesIndex = seesName({ ...actors, ...context }, MONITORS);
    const shows = ({ index }: OwnShard) => seesIndex({ name: index });
    const sectionOf = (metric: NodeMetric, report: NodeReport, own: readonly OwnShard[]) => {
      if (metric === 'indices') {
        const part = indicesPart(own, { ...request, shows }, context.human);
        return withRoutedWork(part, report, context.human);
      }
      if (metric === 'slow_log') return slowLogPart(report, seesIndex);
      if (metric === 'segment_replication_backpressure') return backpressurePart(own);
      const section = NODE_SECTIONS[metric](report, report.atMs);
      return context.human ? withWords(section) : section;
    };
    const entries = found.reports.map((report): [string, JsonValue] => {
      const own = shards.flatMap(({ index, shardId, copy, stats: figures }) =>
        copy.nodeId === report.facts.id && figures
          ? [{ index, shardId, copy, stats: withGroups(figures, request.groups) }]
          : [],
      );
      const parts = [...request.metrics].map((metric): [string, JsonValue] => [
        metric === 'breaker' ? 'breakers' : metric,
        sectionOf(metric, report, own),
      ]);
      return [report.facts.id, entryOf(report, Object.fromEntries(parts))];
    });
    return nodesReply(state.clusterName, found, entries);
  },
});

function entryOf(report: NodeReport, parts: JsonObject): JsonObject {
  return { timestamp: report.atMs, ...nodeHeading(report), ...parts };
}

function backpressurePart(own: readonly OwnShard[]): JsonObject {
  const total = own.reduce(
    (sum, { stats: { rejectedForReplicas } }) => sum + rejectedForReplicas,
    0,
  );
  return { total_rejected_requests: total };
}

/** The figures without names of fields, which only callers who may see the index get. Sums stay. */
function withoutFields({ stats: figures, ...shard }: OwnShard): OwnShard {
  const fielddata = figures.fielddata.map((each) => ({ ...each, field: undefined }));
  const completion = figures.completion.map((each) => ({ ...each, field: undefined }));
  return { ...shard, stats: { ...figures, fielddata, completion } };
}

function indicesPart(
  own: readonly OwnShard[],
  request: {
    readonly indexMetrics: readonly string[];
    readonly level: Level;
    /** True when the caller may see the shard's index. Sums cover the whole node in any case. */
    readonly shows: (shard: OwnShard) => boolean;
    readonly fields: StatFields;
  },
  human: boolean,
): JsonObject {
  const render = (shards: readonly OwnShard[]) =>
    renderSections(sumStats(shards.map((shard) => shard.stats)), request.indexMetrics, {
      human,
      fields: request.fields,
    });
  const total = render(own.map((shard) => (request.shows(shard) ? shard : withoutFields(shard))));
  if (request.level === 'node') return total;
  const byIndex = new Map<string, OwnShard[]>();
  for (const shard of own.filter(request.shows)) {
    const shards = byIndex.get(shard.index) ?? [];
    byIndex.set(shard.index, shards);
    shards.push(shard);
  }
  if (request.level === 'indices') {
    const parts = [...byIndex].map(([index, shards]) => [index, render(shards)]);
    return { ...total, indices: Object.fromEntries(parts) };
  }
  const { indexMetrics: metrics, fields } = request;
  const parts = [...byIndex].map(([index, shards]) => [
    index,
    shards.map(({ shardId, copy, stats: figures }) => ({
      [String(shardId)]: copyStatsJson(copy, figures, { metrics, fields, human }),
    })),
  ]);
  return { ...total, shards: Object.fromEntries(parts) };
}
