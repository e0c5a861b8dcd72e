/** `GET /_cluster/stats`: statistics of indices and nodes. */
import { type ClusterState, clusterHealth, type IndexMetadata } from '@skein/cluster';
import { double, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { jsonReply, splitList, timeParam } from '@skein/http';
import { EMPTY_STATS } from '@skein/shard';
import { chosenNodes } from '../../node_operations/mod.js';
import { SYSTEM_IDENTITY } from '../../security/system_identity.js';
import { defineEndpoint, type RequestContext } from '../endpoint.js';
import type { ShapeActors } from '../endpoint_shapes.js';
import { renderSections } from '../indices/stats/stats_metrics.js';
import { sumStats } from '../indices/stats/sum_stats.js';
import { chosenMetrics } from '../nodes/metrics.js';
import { nodeCounts } from '../nodes/node_heading.js';
import { timeoutOf } from '../nodes/report_timeout.js';
import { analysisStats } from './analysis_stats.js';
import { nodesJson } from './stats_of_nodes.js';

/** Parts of the nodes' figures. */
const NODE_METRICS = [
  'os',
  'process',
  'jvm',
  'fs',
  'plugins',
  'network_types',
  'discovery_types',
  'packaging_types',
  'ingest',
] as const;
const METRICS = [...NODE_METRICS, 'indices'] as const;

/** Sums of the figures of shards. */
const SECTIONS = ['docs', 'store', 'fielddata', 'query_cache', 'completion', 'segments'] as const;
const INDEX_METRICS = ['shards', ...SECTIONS, 'mappings', 'analysis'] as const;
type IndexMetric = (typeof INDEX_METRICS)[number];

export const stats = defineEndpoint({
  id: 'cluster.stats',
  shape: 'nodes',
  routes: [
    'GET /_cluster/stats',
    'GET /_cluster/stats/nodes/{node_id}',
    'GET /_cluster/stats/{metric}/nodes/{node_id}',
    'GET /_cluster/stats/{metric}/{index_metric}/nodes/{node_id}',
  ],
  params: { timeout: timeParam },
  body: 'none',
  privilege: 'cluster:monitor',
  isEssential: true,
  parse: ({ path, pathParams, params }) => ({
    filter: pathParams.node_id,
    ...readMetrics(path, pathParams),
    options: timeoutOf(params.timeout),
  }),
  handle: async ({ filter, metrics, indexMetrics, options }, actors, context) => {
    const { masterService, nodeOperations } = actors;
    const state = masterService.state();
    const ids = chosenNodes(state, filter, nodeOperations.localNodeId);
    const found = await nodeOperations.reports(ids, { ...options, signal: context.signal });
    const nodes = Object.entries(nodesJson(found.reports, context.human)).filter(
      ([name]) => name === 'count' || name === 'versions' || metrics.has(name),
    );
    const isMasterAsked = found.reports.some(({ facts }) => facts.id === state.masterNodeId);
    return jsonReply({
      _nodes: nodeCounts(found),
      cluster_name: state.clusterName,
      cluster_uuid: state.metadata.clusterUuid,
      timestamp: context.nowMs,
      // As in OpenSearch, whose cluster manager tells it.
      ...(isMasterAsked ? { status: clusterHealth(state).status } : {}),
      ...(metrics.has('indices')
        ? { indices: await indicesJson(indexMetrics, actors, context) }
        : {}),
      ...(NODE_METRICS.some((name) => metrics.has(name))
        ? { nodes: Object.fromEntries(nodes) }
        : {}),
    });
  },
});

function readMetrics(
  path: string,
  given: Readonly<Record<string, string | undefined>>,
): { readonly metrics: ReadonlySet<string>; readonly indexMetrics: ReadonlySet<IndexMetric> } {
  const { metric, index_metric: indexMetric } = given;
  const words = splitList(metric ?? '_all');
  const hasIndices = words.includes('indices') || words.join() === '_all';
  if (indexMetric !== undefined && !hasIndices) {
    const reason = `request [${path}] contains index metrics [${splitList(indexMetric).join(',')}] but indices stats not requested`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  return {
    metrics: chosenMetrics(METRICS, metric, { path }),
    indexMetrics: chosenMetrics(INDEX_METRICS, indexMetric, { path, kind: 'index metric' }),
  };
}

async function indicesJson(
  metrics: ReadonlySet<IndexMetric>,
  { masterService, shardRouter }: ShapeActors['nodes'],
  context: RequestContext,
): Promise<JsonObject> {
  const state = masterService.state();
  const all = [...state.metadata.indices.values()];
  // The privilege to monitor the cluster covers sums over all indices.
  const asker = { ...context, identity: SYSTEM_IDENTITY };
  const summed = SECTIONS.filter((section) => metrics.has(section));
  const open = summed.length === 0 ? [] : openIndices(state);
  const result = await shardRouter.broadcast('stats', open, {}, asker);
  const parts = result.outcomes.flatMap((outcome) => (outcome.ok ? [outcome.reply] : []));
  return {
    count: all.length,
    ...(metrics.has('shards') ? { shards: shardsJson(state) } : {}),
    ...renderSections(sumStats(EMPTY_STATS, ...parts), summed, context),
    ...(metrics.has('analysis') ? { analysis: analysisStats(all) } : {}),
    ...(metrics.has('mappings') ? { mappings: { field_types: fieldTypes(all) } } : {}),
  };
}

function openIndices(state: ClusterState): string[] {
  const indices = [...state.metadata.indices.values()];
  return indices.filter((index) => index.state === 'open').map((index) => index.name);
}

function shardsJson(state: ClusterState): JsonObject {
  const { indices, activeShards, activePrimaryShards } = clusterHealth(state);
  if (indices.length === 0) return {};
  const figures = (
    values: readonly number[],
    shown: (value: number) => JsonValue = (value) => value,
  ) => ({
    min: shown(Math.min(...values)),
    max: shown(Math.max(...values)),
    avg: double(values.reduce((sum, value) => sum + value, 0) / values.length),
  });
  const replicas = activeShards - activePrimaryShards;
  return {
    total: activeShards,
    primaries: activePrimaryShards,
    replication: double(activePrimaryShards === 0 ? 0 : replicas / activePrimaryShards),
    index: {
      shards: figures(indices.map((index) => index.activeShards)),
      primaries: figures(indices.map((index) => index.activePrimaryShards)),
      replication: figures(indices.map(replicationOf), double),
    },
  };
}

/** The number of replicas for each primary. */
function replicationOf(index: {
  readonly activeShards: number;
  readonly activePrimaryShards: number;
}): number {
  const { activeShards, activePrimaryShards } = index;
  return activePrimaryShards === 0 ? 0 : (activeShards - activePrimaryShards) / activePrimaryShards;
}

/** Number of fields of each type, and of indices with that type. */
function fieldTypes(indices: readonly IndexMetadata[]): JsonValue {
  const counts = new Map<string, { count: number; indices: Set<string> }>();
  for (const index of indices) {
    for (const type of typesOf(index.mapping)) {
      const entry = counts.get(type) ?? { count: 0, indices: new Set() };
      entry.count++;
      entry.indices.add(index.name);
      counts.set(type, entry);
    }
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, entry]) => ({ name, count: entry.count, index_count: entry.indices.size }));
}

function typesOf(mapping: JsonObject): string[] {
  return [mapping.properties, mapping.fields].flatMap((children) =>
    isJsonObject(children)
      ? Object.values(children).flatMap((child) =>
          isJsonObject(child)
            ? [typeof child.type === 'string' ? child.type : 'object', ...typesOf(child)]
            : [],
        )
      : [],
  );
}
