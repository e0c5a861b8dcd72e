/** Policies that take snapshots, as endpoints see them beside the cluster state. */
import type { SnapshotPolicyRecord } from '@skein/cluster';

export interface SnapshotPolicies {
  /**
   * Takes a snapshot of the policy now, whatever the time, and resolves with its name when the
   * cluster has it in hand; with that of the one that is under way, if there is one. Rejects with
   * what is against it, which the policy remembers as its last failure.
   */
  takeNow(record: SnapshotPolicyRecord, signal: AbortSignal): Promise<string>;
}
