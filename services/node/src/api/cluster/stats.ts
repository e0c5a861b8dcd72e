/** `GET /_cluster/stats`: statistics of indices and nodes. */
import { type ClusterState, clusterHealth, type IndexMetadata, isActive } from '@skein/cluster';
import { double, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { jsonReply, splitList, timeParam } from '@skein/http';
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
    const answered = new Set(found.reports.map(({ facts }) => facts.id));
    const isMasterAsked = state.masterNodeId !== undefined && answered.has(state.masterNodeId);
    return jsonReply({
      _nodes: nodeCounts(found),
      cluster_name: state.clusterName,
      cluster_uuid: state.metadata.clusterUuid,
      timestamp: context.nowMs,
      // As in OpenSearch, whose cluster manager tells it.
      ...(isMasterAsked ? { status: clusterHealth(state).status } : {}),
      ...(metrics.has('indices')
        ? { indices: await indicesJson(indexMetrics, answered, { actors, context }) }
        : {}),
      ...(NODE_METRICS.some((name) => metrics.has(name))
        ? { nodes: chosenParts(nodesJson(found.reports, context.human), metrics) }
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

function chosenParts(nodes: JsonObject, metrics: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(
    Object.entries(nodes).filter(
      ([name]) => name === 'count' || name === 'versions' || metrics.has(name),
    ),
  );
}

/** The figures of the shards on these nodes. */
async function indicesJson(
  metrics: ReadonlySet<IndexMetric>,
  nodeIds: ReadonlySet<string>,
  {
    actors: { masterService, shardRouter },
    context,
  }: { readonly actors: ShapeActors['nodes']; readonly context: RequestContext },
): Promise<JsonObject> {
  const state = masterService.state();
  const all = [...state.metadata.indices.values()];
  // The privilege to monitor the cluster covers sums over all indices.
  const asker = { ...context, identity: SYSTEM_IDENTITY };
  const summed = SECTIONS.filter((section) => metrics.has(section));
  const counts = shardCounts(state, nodeIds);
  const asked = summed.length === 0 ? [] : counts.map(({ index }) => index);
  const { outcomes } = await shardRouter.broadcast('stats', asked, {}, asker);
  const found = outcomes.flatMap((outcome) =>
    outcome.ok && nodeIds.has(outcome.target.nodeId ?? '') ? [outcome] : [],
  );
  // As in OpenSearch, documents count once, and everything else once for each copy.
  const { docs } = sumStats(found.filter(({ target }) => target.primary).map(({ reply }) => reply));
  const sums = { ...sumStats(found.map(({ reply }) => reply)), docs };
  return {
    count: counts.length,
    ...(metrics.has('shards') ? { shards: shardsJson(counts) } : {}),
    ...renderSections(sums, summed, context),
    ...(metrics.has('analysis') ? { analysis: analysisStats(all) } : {}),
    ...(metrics.has('mappings') ? { mappings: { field_types: fieldTypes(all) } } : {}),
  };
}

/** The numbers of an index's active copies on some nodes. */
interface ShardCounts {
  readonly index: string;
  readonly activeShards: number;
  readonly activePrimaryShards: number;
}

/** The open indices that have active copies on these nodes. */
function shardCounts(
  { metadata, routing }: ClusterState,
  nodeIds: ReadonlySet<string>,
): readonly ShardCounts[] {
  return [...metadata.indices.values()].flatMap(({ name: index, state }) => {
    if (state !== 'open') return [];
    const copies = (routing.get(index)?.shards ?? [])
      .flat()
      .filter((copy) => isActive(copy) && nodeIds.has(copy.nodeId ?? ''));
    if (copies.length === 0) return [];
    const primaries = copies.filter(({ primary }) => primary);
    return [{ index, activeShards: copies.length, activePrimaryShards: primaries.length }];
  });
}

function shardsJson(counts: readonly ShardCounts[]): JsonObject {
  if (counts.length === 0) return {};
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const figures = (
    of: (count: ShardCounts) => number,
    shown: (value: number) => JsonValue = (value) => value,
  ) => {
    const values = counts.map(of);
    return {
      min: shown(values.reduce((a, b) => Math.min(a, b))),
      max: shown(values.reduce((a, b) => Math.max(a, b))),
      avg: double(sum(values) / values.length),
    };
  };
  const shards = ({ activeShards }: ShardCounts) => activeShards;
  const primaries = ({ activePrimaryShards }: ShardCounts) => activePrimaryShards;
  const total = {
    activeShards: sum(counts.map(shards)),
    activePrimaryShards: sum(counts.map(primaries)),
  };
  return {
    total: total.activeShards,
    primaries: total.activePrimaryShards,
    replication: double(replicationOf(total)),
    index: {
      shards: figures(shards),
      primaries: figures(primaries),
      replication: figures(replicationOf, double),
    },
  };
}

/** The number of replicas for each primary. */
function replicationOf({ activeShards, activePrimaryShards }: Omit<ShardCounts, 'index'>): number {
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
