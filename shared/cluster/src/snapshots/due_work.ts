/** The shards that a data node takes into snapshots now. */
import type { ClusterState } from '../state/cluster_state.js';
import type { ShardTaking, SnapshotIndex, SnapshotRecord } from '../state/snapshot_records.js';

export interface DueTaking {
  readonly snapshot: SnapshotRecord;
  readonly index: SnapshotIndex;
  readonly shardId: number;
  readonly taking: ShardTaking;
}

export function dueTakings(state: ClusterState, nodeId: string): DueTaking[] {
  const due: DueTaking[] = [];
  for (const snapshot of state.metadata.snapshots.values()) {
    if (snapshot.outcome !== undefined || snapshot.isAborted) continue;
    for (const index of snapshot.indices) {
      index.shards.forEach((taking, shardId) => {
        if (taking.state === 'taking' && taking.nodeId === nodeId) {
          due.push({ snapshot, index, shardId, taking });
        }
      });
    }
  }
  return due;
}
