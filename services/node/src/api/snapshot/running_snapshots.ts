import type { ClusterState, SnapshotRecord } from '@skein/cluster';

/** The running snapshots and clones of a repository, or of all repositories. */
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
