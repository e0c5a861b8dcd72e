/** Snapshot policies, as endpoints use them beside the cluster state. */
import type { SnapshotPolicyRecord } from '@skein/cluster';

export interface SnapshotPolicies {
  /**
   * Takes a snapshot of the policy now. Resolves with its name when the cluster state lists it, or
   * with the name of a running one. Rejects with the reason against it, which the policy records as
   * its last failure.
   */
  takeNow(record: SnapshotPolicyRecord, signal: AbortSignal): Promise<string>;
}
