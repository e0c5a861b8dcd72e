import type { SnapshotPolicyRecord } from '@skein/cluster';
import type { JsonObject } from '@skein/content';

/** Statistics of a policy since its creation, by Elasticsearch's names. */
export function policyStats({ name, counts }: SnapshotPolicyRecord): JsonObject {
  return {
    policy: name,
    snapshots_taken: counts.taken,
    snapshots_failed: counts.failed,
    snapshots_deleted: counts.deleted,
    snapshot_deletion_failures: counts.deletionsFailed,
  };
}
