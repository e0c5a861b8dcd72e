/**
 * Access to the cluster state: reading the newest one this node knows, changing it by a named
 * command that runs on the elected master, and waiting for a condition.
 */

export {
  type ActiveShardsWait,
  checkActiveShardCount,
  waitForActiveShards,
} from './active_shards.js';
export { allocationJson } from './allocation_json.js';
export type { ClusterMasterParts } from './cluster_master.js';
export { ClusterMaster } from './cluster_master.js';
export type * from './contract.js';
export type { StateUpdates } from './elected_master.js';
export type { MasterCalls } from './master_calls.js';
export { nodeJson } from './node_json.js';
export type { StateStore } from './state_store.js';
export { StateWaiters } from './state_waiters.js';
