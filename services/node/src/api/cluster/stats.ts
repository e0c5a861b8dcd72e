/** `GET /_cluster/stats`: statistics of indices and nodes. */
import { type ClusterState, clusterHealth, type IndexMetadata } from '@skein/cluster';
import { double, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { booleanParam, jsonReply, timeParam } from '@skein/http';
import { EMPTY_STATS } from '@skein/shard';
import { chosenNodes } from '../../node_operations/mod.js';
import { SYSTEM_IDENTITY } from '../../security/system_identity.js';
import { defineEndpoint } from '../endpoint.js';
import { renderSections } from '../indices/stats_metrics.js';
import { sumStats } from '../indices/sum_stats.js';
import { nodeCounts } from '../nodes/node_heading.js';
import { timeoutOf } from '../nodes/report_timeout.js';
import { analysisStats } from './analysis_stats.js';
import { nodesJson } from './stats_of_nodes.js';

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
    // The privilege to monitor the cluster covers sums over all indices.
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
