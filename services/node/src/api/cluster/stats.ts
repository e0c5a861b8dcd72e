/** `GET /_cluster/stats`: indices and nodes in numbers. */
import { type ClusterState, clusterHealth, type IndexMetadata } from '@skein/cluster';
import { double, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { booleanParam, jsonReply, timeParam } from '@skein/http';
import { EMPTY_STATS } from '@skein/shard';
import { chosenNodes, type NodeReport } from '../../node_operations/mod.js';
import { SYSTEM_IDENTITY } from '../../security/system_identity.js';
import { defineEndpoint } from '../endpoint.js';
import { renderSections, shower } from '../indices/stats_metrics.js';
import { sumStats } from '../indices/sum_stats.js';
import { nodeCounts } from '../nodes/node_heading.js';
import { timeoutOf } from '../nodes/report_timeout.js';
import { analysisStats } from './analysis_stats.js';

const SECTIONS = ['docs', 'store', 'fielddata', 'query_cache', 'completion', 'segments'];

export const stats = defineEndpoint({
  id: 'cluster.stats',
  shape: 'nodes',
  routes: ['GET /_cluster/stats', 'GET /_cluster/stats/nodes/{node_id}'],
  params: { flat_settings: booleanParam, timeout: timeParam },
  body: 'none',
  privilege: 'cluster:monitor',
  isEssential: true,
  parse: ({ pathParams, params }) => ({
    filter: pathParams.node_id,
    options: timeoutOf(params.timeout),
  }),
  handle: async ({ filter, options }, actors, context) => {
    const { masterService, nodeOperations, shardRouter } = actors;
    const state = masterService.state();
    const ids = chosenNodes(state, filter, nodeOperations.localNodeId);
    const found = await nodeOperations.reports(ids, { ...options, signal: context.signal });
    const indices = openIndices(state);
    // The right to watch the cluster is enough for sums over all of its indices.
    const asker = { ...context, identity: SYSTEM_IDENTITY };
    const result = await shardRouter.broadcast('stats', indices, {}, asker);
    const parts = result.outcomes.flatMap((outcome) => (outcome.ok ? [outcome.reply] : []));
    const sections = renderSections(sumStats(EMPTY_STATS, ...parts), SECTIONS, context);
    return jsonReply({
      _nodes: nodeCounts(found),
      cluster_name: state.clusterName,
      cluster_uuid: state.metadata.clusterUuid,
      timestamp: context.nowMs,
      status: clusterHealth(state).status,
      indices: {
        count: state.metadata.indices.size,
        shards: shardsJson(state),
        ...sections,
        analysis: analysisStats([...state.metadata.indices.values()]),
        mappings: { field_types: fieldTypes([...state.metadata.indices.values()]) },
      },
      nodes: nodesJson(found.reports, context.human),
    });
  },
});

function openIndices(state: ClusterState): string[] {
  const indices = [...state.metadata.indices.values()];
  return indices.filter((index) => index.state === 'open').map((index) => index.name);
}

function shardsJson(state: ClusterState): JsonObject {
  const { indices, activeShards, activePrimaryShards } = clusterHealth(state);
  if (indices.length === 0) return {};
  const figures = (values: readonly number[]) => ({
    min: Math.min(...values),
    max: Math.max(...values),
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
      replication: figures(
        indices.map((index) =>
          index.activePrimaryShards === 0
            ? 0
            : (index.activeShards - index.activePrimaryShards) / index.activePrimaryShards,
        ),
      ),
    },
  };
}

/** How many fields of each type, in how many indices. */
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

function nodesJson(reports: readonly NodeReport[], human: boolean): JsonObject {
  const show = shower(human);
  const sum = (pick: (report: NodeReport) => number) =>
    reports.reduce((total, report) => total + pick(report), 0);
  return {
    count: { total: reports.length, ...rolesJson(reports) },
    versions: [...new Set(reports.map((report) => report.facts.version))],
    os: {
      available_processors: sum((report) => report.process.os.availableProcessors),
      mem: {
        ...show.size(
          'total',
          sum((report) => report.sample.machine.memoryTotalBytes),
        ),
        ...show.size(
          'free',
          sum((report) => report.sample.machine.memoryFreeBytes),
        ),
      },
    },
    jvm: {
      max_uptime_in_millis: Math.max(0, ...reports.map((report) => report.sample.uptimeMs)),
      mem: {
        ...show.size(
          'heap_used',
          sum((report) => report.sample.heap.usedBytes),
        ),
        ...show.size(
          'heap_max',
          sum((report) => report.sample.heap.maxBytes),
        ),
      },
    },
    plugins: [],
    ingest: ingestJson(reports),
  };
}

const ROLES = [
  'cluster_manager',
  'coordinating_only',
  'data',
  'ingest',
  'master',
  'remote_cluster_client',
];

function rolesJson(reports: readonly NodeReport[]): JsonObject {
  const has = (role: string, report: NodeReport) =>
    report.facts.roles.includes(role) ||
    (role === 'cluster_manager' && report.facts.roles.includes('master')) ||
    (role === 'coordinating_only' && report.facts.roles.length === 0);
  return Object.fromEntries(
    ROLES.map((role) => [role, reports.filter((report) => has(role, report)).length]),
  );
}

/** Pipelines of one node, as all have the same; what their processors did, by type, on all. */
function ingestJson(reports: readonly NodeReport[]): JsonObject {
  const stats = new Map<string, { count: number; failed: number; timeMs: number }>();
  for (const { ingest } of reports) {
    for (const { processors } of ingest.pipelines) {
      for (const { type, count, failed, timeMs } of processors) {
        const sum = stats.get(type) ?? { count: 0, failed: 0, timeMs: 0 };
        stats.set(type, {
          count: sum.count + count,
          failed: sum.failed + failed,
          timeMs: sum.timeMs + timeMs,
        });
      }
    }
  }
  const sorted = [...stats].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    number_of_pipelines: Math.max(0, ...reports.map(({ ingest }) => ingest.pipelines.length)),
    processor_stats: Object.fromEntries(
      sorted.map(([type, { count, failed, timeMs }]) => [
        type,
        { count, failed, current: 0, time_in_millis: Math.round(timeMs) },
      ]),
    ),
  };
}
