/** `cluster.max_shards_per_node`: the limit of open shards for a cluster of this size. */
import { ApiError } from '@skein/errors';
import { CLUSTER, readSetting } from '@skein/settings';
import { type ClusterState, clusterSettings, dataNodes } from '../state/cluster_state.js';

/** Throws when `added` more shard copies would exceed the limit. */
export function checkShardLimit(state: ClusterState, added: number): void {
  if (added <= 0) return;
  const perNode = readSetting(clusterSettings(state), CLUSTER.allocation.maxShardsPerNode);
  const limit = perNode * Math.max(1, dataNodes(state).length);
  const open = openShards(state);
  if (open + added <= limit) return;
  throw new ApiError(
    'validation_exception',
    `Validation Failed: 1: this action would add [${added}] total shards, but this cluster currently has [${open}]/[${limit}] maximum shards open;`,
  );
}

function openShards(state: ClusterState): number {
  let total = 0;
  for (const index of state.metadata.indices.values()) {
    if (index.state === 'open') total += index.numberOfShards * (1 + index.numberOfReplicas);
  }
  return total;
}
