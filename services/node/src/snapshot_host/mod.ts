/**
 * Snapshots of this cluster: the shards of this node that are copied into them, the master's work
 * in repositories, and the interface for endpoints.
 */
export { ClusterSnapshots } from './cluster_snapshots.js';
export type { EndedWork, Snapshots } from './contract.js';
export { RemoteRemovals } from './remote_removals.js';
export { masterStorage } from './repository_storage.js';
export { ShardTakings, type TakingProgress } from './shard_takings.js';
export { SNAPSHOT_ROUTES, type SnapshotCalls } from './snapshot_calls.js';
export { SnapshotMaster } from './snapshot_master.js';
export { takenIndices } from './taken_indices.js';
