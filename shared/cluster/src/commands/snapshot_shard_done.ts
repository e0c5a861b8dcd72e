/**
 * Reports that a node has taken a shard into a snapshot, or failed to. A report from a node that is
 * no longer asked changes nothing.
 */
import { advanceTakings, mapSame } from '../snapshots/advance_takings.js';
import { withSnapshot } from '../snapshots/repository_rules.js';
import type { ShardTaking } from '../state/snapshot_records.js';
import type { Command } from './command_type.js';

interface SnapshotShardDoneRequest {
  /** UUID of the snapshot. */
  readonly uuid: string;
  readonly index: string;
  readonly shardId: number;
  readonly attempt: number;
  /** The list that was written; absent: the taking failed, for `reason`. */
  readonly generation?: string;
  readonly reason?: string;
}

export const snapshot_shard_done: Command<SnapshotShardDoneRequest> = {
  name: 'snapshot_shard_done',
  priority: 'NORMAL',
  source: ({ uuid, index, shardId }) => `update snapshot state [${uuid}][${index}][${shardId}]`,
  execute: (state, report) => {
    const record = state.metadata.snapshots.get(report.uuid);
    if (record === undefined || record.outcome !== undefined || record.isAborted) return state;
    // The primary may have moved away from the node that reports a failure; another node is asked
    // then.
    const snapshot = report.generation === undefined ? advanceTakings(state, record) : record;
    const indices = mapSame(snapshot.indices, (index) => {
      if (index.name !== report.index) return index;
      const shards = mapSame(index.shards, (taking, id) =>
        id === report.shardId ? reported(taking, report) : taking,
      );
      return shards === index.shards ? index : { ...index, shards };
    });
    if (indices === record.indices) return state;
    return withSnapshot(state, { ...snapshot, indices });
  },
};

function reported(
  taking: ShardTaking,
  { attempt, generation, reason }: SnapshotShardDoneRequest,
): ShardTaking {
  if (taking.state !== 'taking' || taking.attempt !== attempt) return taking;
  return generation === undefined
    ? { ...taking, state: 'failed', reason: reason ?? 'unknown' }
    : { ...taking, state: 'taken', generation };
}
