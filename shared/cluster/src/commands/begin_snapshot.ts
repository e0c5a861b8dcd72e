/**
 * Starts a snapshot whose turn has come: each shard continues from the newest list of its files,
 * and the node with the primary is asked to take it.
 */
import { isLost, mapSame, primaryOf, takenBy } from '../snapshots/advance_takings.js';
import { type InTerm, withSnapshot } from '../snapshots/repository_rules.js';
import type { ClusterState } from '../state/cluster_state.js';
import { isActive } from '../state/routing_table.js';
import type { ShardTaking, SnapshotIndex } from '../state/snapshot_records.js';
import type { Command } from './command_type.js';

interface BeginSnapshotRequest extends InTerm {
  readonly uuid: string;
  /** Generation of the root that `indices` was read from. */
  readonly generation: number;
  /** The indices as the repository's newest root has them, in the order of the record. */
  readonly indices: readonly {
    readonly name: string;
    readonly id: string;
    /** The newest list of files by shard; null: the shard has none yet. */
    readonly bases: readonly (string | null)[];
  }[];
}

export const begin_snapshot: Command<BeginSnapshotRequest> = {
  name: 'begin_snapshot',
  priority: 'NORMAL',
  source: ({ uuid }) => `begin_snapshot [${uuid}]`,
  execute: (state, { uuid, generation, indices, term }) => {
    if (state.term !== term) return state;
    const snapshot = state.metadata.snapshots.get(uuid);
    if (snapshot === undefined || snapshot.hasBegun || snapshot.outcome !== undefined) return state;
    const begun = mapSame(snapshot.indices, (index) => {
      const found = indices.find(({ name }) => name === index.name);
      return found === undefined ? index : beginIndex(state, index, found);
    });
    return withSnapshot(state, {
      ...snapshot,
      hasBegun: true,
      rootGeneration: generation,
      indices: begun,
    });
  },
};

function beginIndex(
  state: ClusterState,
  index: SnapshotIndex,
  { id, bases }: BeginSnapshotRequest['indices'][number],
): SnapshotIndex {
  const there = state.metadata.indices.get(index.name);
  const isThere = there?.uuid === index.uuid;
  const shards = isThere ? there.numberOfShards : 0;
  return {
    ...index,
    id,
    shards: Array.from({ length: shards }, (_, shardId) =>
      beginShard(state, { index, shardId, base: bases[shardId] ?? undefined }),
    ),
  };
}

function beginShard(
  state: ClusterState,
  at: {
    readonly index: SnapshotIndex;
    readonly shardId: number;
    readonly base: string | undefined;
  },
): ShardTaking {
  const base = at.base === undefined ? {} : { base: at.base };
  const waiting: ShardTaking = { state: 'waiting', attempt: 0, ...base };
  const primary = primaryOf(state, at.index, at.shardId);
  const isClosed = state.metadata.indices.get(at.index.name)?.state === 'close';
  if (primary === undefined || isLost(primary, isClosed)) {
    return { ...waiting, state: 'missing', reason: 'primary shard is not allocated' };
  }
  return isActive(primary) ? takenBy(waiting, primary.nodeId ?? '') : waiting;
}
