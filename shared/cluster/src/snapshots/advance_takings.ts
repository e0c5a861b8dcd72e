/**
 * Makes the shards of a snapshot follow their primaries: when one moves or is lost, another node is
 * asked, or the shard fails.
 */
import type { ClusterState } from '../state/cluster_state.js';
import { isActive, type ShardCopy } from '../state/routing_table.js';
import type { ShardTaking, SnapshotIndex, SnapshotRecord } from '../state/snapshot_records.js';

/** The advanced record, or the same object when nothing changes. */
export function advanceTakings(state: ClusterState, snapshot: SnapshotRecord): SnapshotRecord {
  if (snapshot.outcome !== undefined || snapshot.isAborted || !snapshot.hasBegun) return snapshot;
  const indices = mapSame(snapshot.indices, (index) => advanceIndex(state, index));
  return indices === snapshot.indices ? snapshot : { ...snapshot, indices };
}

function advanceIndex(state: ClusterState, index: SnapshotIndex): SnapshotIndex {
  const isClosed = state.metadata.indices.get(index.name)?.state === 'close';
  const shards = mapSame(index.shards, (taking, shardId) =>
    advanceShard(taking, primaryOf(state, index, shardId), isClosed),
  );
  return shards === index.shards ? index : { ...index, shards };
}

/** The primary of a shard; undefined: the index is gone. */
export function primaryOf(
  state: ClusterState,
  { name, uuid }: SnapshotIndex,
  shardId: number,
): ShardCopy | undefined {
  const routing = state.routing.get(name);
  return routing?.uuid === uuid ? routing.shards[shardId]?.[0] : undefined;
}

function advanceShard(
  taking: ShardTaking,
  primary: ShardCopy | undefined,
  isClosed: boolean,
): ShardTaking {
  if (taking.state !== 'waiting' && taking.state !== 'taking') return taking;
  if (primary === undefined) return { ...taking, state: 'missing', reason: 'index was deleted' };
  if (isActive(primary)) return takenBy(taking, primary.nodeId ?? '');
  if (!isLost(primary, isClosed))
    return taking.state === 'waiting' ? taking : { ...taking, state: 'waiting' };
  const reason =
    taking.state === 'taking'
      ? 'node left the cluster during snapshot'
      : 'primary shard is not allocated';
  return { ...taking, state: taking.state === 'taking' ? 'failed' : 'missing', reason };
}

/** Asks the node for the shard, unless it has been asked. */
export function takenBy(taking: ShardTaking, nodeId: string): ShardTaking {
  if (taking.state === 'taking' && taking.nodeId === nodeId) return taking;
  return { ...taking, state: 'taking', nodeId, attempt: taking.attempt + 1 };
}

/**
 * True if the primary is unassigned and no place for it is being sought. A closed index's
 * unassigned primary is never sought.
 */
export function isLost(primary: ShardCopy, isClosed: boolean): boolean {
  if (primary.state !== 'UNASSIGNED') return false;
  if (isClosed) return true;
  const status = primary.unassigned?.allocationStatus;
  return status === 'no_valid_shard_copy' || status === 'deciders_no';
}

/** The list with each element replaced; the same list when none was. */
export function mapSame<T>(list: readonly T[], change: (one: T, at: number) => T): readonly T[] {
  const changed = list.map(change);
  return changed.every((one, at) => one === list[at]) ? list : changed;
}
