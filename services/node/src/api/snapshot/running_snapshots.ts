import type { ClusterState, SnapshotRecord } from '@skein/cluster';

/** Snapshots and clones under way; without a repository, those of all. */
export function runningSnapshots(
  { metadata }: ClusterState,
  repository?: string,
): readonly SnapshotRecord[] {
  return [...metadata.snapshots.values()].filter(
    (record) =>
      record.outcome === undefined &&
      (repository === undefined || record.repository === repository),
  );
}
