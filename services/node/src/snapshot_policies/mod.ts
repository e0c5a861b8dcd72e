/**
 * Policies that take and delete snapshots: executed on the master, shown and triggered on any node.
 */
export type { SnapshotPolicies } from './contract.js';
export { PolicyRuns } from './policy_runs.js';
export { SnapshotPolicyHost, type SnapshotPolicyHostParts } from './snapshot_policy_host.js';
