/** Cluster health in the form of the API. */
import type { AttributeValueHealth, ClusterHealth, IndexHealth } from '@skein/cluster';
import { double, type JsonObject } from '@skein/content';
import type { PendingTask } from '../../master_service/mod.js';

interface HealthView {
  readonly clusterName: string;
  readonly level: 'cluster' | 'indices' | 'shards' | 'awareness_attributes';
  /** By node attribute. */
  readonly awareness: ReadonlyMap<string, readonly AttributeValueHealth[]>;
  readonly timedOut: boolean;
  /** True if a named index does not exist. */
  readonly missing: boolean;
  /** Number of shard copies being looked up on disks. */
  readonly lookingFor: number;
  readonly pendingTasks: readonly PendingTask[];
}

export function renderHealth(health: ClusterHealth, view: HealthView): JsonObject {
  const longest = view.pendingTasks.reduce((max, task) => Math.max(max, task.timeInQueueMs), 0);
  const body = {
    cluster_name: view.clusterName,
    status: view.missing ? 'red' : health.status,
    timed_out: view.timedOut,
    number_of_nodes: health.numberOfNodes,
    number_of_data_nodes: health.numberOfDataNodes,
    discovered_master: health.hasMaster,
    discovered_cluster_manager: health.hasMaster,
    active_primary_shards: health.activePrimaryShards,
    active_shards: health.activeShards,
    relocating_shards: health.relocatingShards,
    initializing_shards: health.initializingShards,
    unassigned_shards: health.unassignedShards,
    delayed_unassigned_shards: health.delayedUnassignedShards,
    number_of_pending_tasks: view.pendingTasks.length,
    number_of_in_flight_fetch: view.lookingFor,
    task_max_waiting_in_queue_millis: longest,
    active_shards_percent_as_number: double(health.activeShardsPercent),
  };
  if (view.level === 'cluster') return body;
  if (view.level === 'awareness_attributes') {
    const attributes = [...view.awareness].map(([name, values]) => [name, renderValues(values)]);
    return { ...body, awareness_attributes: Object.fromEntries(attributes) };
  }
  const indices = health.indices.map((part) => [part.index, renderIndex(part, view.level)]);
  return { ...body, indices: Object.fromEntries(indices) };
}

/** The expected number of copies per value is unknown; OpenSearch then shows -1. */
function renderValues(values: readonly AttributeValueHealth[]): JsonObject {
  return Object.fromEntries(
    values.map(({ value, ...counts }) => [
      value,
      {
        active_shards: counts.activeShards,
        initializing_shards: counts.initializingShards,
        relocating_shards: counts.relocatingShards,
        unassigned_shards: -1,
        data_nodes: counts.dataNodes,
        weight: double(1),
      },
    ]),
  );
}

function renderIndex(part: IndexHealth, level: HealthView['level']): JsonObject {
  const body = {
    status: part.status,
    number_of_shards: part.numberOfShards,
    number_of_replicas: part.numberOfReplicas,
    active_primary_shards: part.activePrimaryShards,
    active_shards: part.activeShards,
    relocating_shards: part.relocatingShards,
    initializing_shards: part.initializingShards,
    unassigned_shards: part.unassignedShards,
  };
  if (level !== 'shards') return body;
  const shards = part.shards.map((shard) => [
    String(shard.shardId),
    {
      status: shard.status,
      primary_active: shard.primaryActive,
      active_shards: shard.activeShards,
      relocating_shards: shard.relocatingShards,
      initializing_shards: shard.initializingShards,
      unassigned_shards: shard.unassignedShards,
    },
  ]);
  return { ...body, shards: Object.fromEntries(shards) };
}
