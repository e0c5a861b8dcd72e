/**
 * Policies that take and remove snapshots: carried out on the master, shown and begun by hand
 * anywhere.
 */
export type { SnapshotPolicies } from './contract.js';
export { PolicyRuns } from './policy_runs.js';
export { SnapshotPolicyHost, type SnapshotPolicyHostParts } from './snapshot_policy_host.js';
