/**
 * Ends a restore when the primaries of its indices are active. An index whose primary cannot be
 * started is removed by itself, since the others may have been written to already. An index that
 * was deleted meanwhile is ignored.
 */
import { INDEX, readSetting } from '@skein/settings';
import { removeIndices } from '../commands/delete_index.js';
import type { ClusterState } from '../state/cluster_state.js';
import type { IndexMetadata } from '../state/index_metadata.js';
import { isActive, type ShardCopy } from '../state/routing_table.js';
import type { RestoreRecord } from '../state/snapshot_records.js';

export function advanceRestore(
  state: ClusterState,
  restore: RestoreRecord,
  nowMs: number,
): ClusterState {
  if (restore.outcome !== undefined) return state;
  const left = restore.indices.flatMap(({ name, uuid }) => {
    const index = state.metadata.indices.get(name);
    return index?.uuid === uuid ? [index] : [];
  });
  const failed = left.flatMap((index) => {
    const reason = faultOf(state, index);
    return reason === undefined ? [] : [{ name: index.name, reason }];
  });
  const faults = [...(restore.faults ?? []), ...failed.map(({ reason }) => reason)];
  const names = new Set(failed.map(({ name }) => name));
  const waits = left.some((index) => !names.has(index.name) && !isReady(state, index));
  if (waits && failed.length === 0) return state;
  const cleaned = withoutIndices(state, names, nowMs);
  return withRestore(cleaned, {
    ...restore,
    ...(faults.length === 0 ? {} : { faults }),
    ...(waits ? {} : { outcome: outcomeOf(faults, nowMs) }),
  });
}

/** The limit of faults in a message. */
const TOLD_FAULTS = 5;

function outcomeOf(faults: readonly string[], atMs: number): NonNullable<RestoreRecord['outcome']> {
  if (faults.length === 0) return { result: 'SUCCESS', atMs };
  const more = faults.length > TOLD_FAULTS ? `; and ${faults.length - TOLD_FAULTS} more` : '';
  const reason = `${faults.slice(0, TOLD_FAULTS).join('; ')}${more}`;
  return { result: 'FAILED', reason, atMs };
}

function withRestore(state: ClusterState, restore: RestoreRecord): ClusterState {
  const restores = new Map(state.metadata.restores).set(restore.uuid, restore);
  return { ...state, metadata: { ...state.metadata, restores } };
}

/**
 * Removes indices. Their data streams continue without them; a stream that has none left is removed
 * too.
 */
function withoutIndices(
  state: ClusterState,
  names: ReadonlySet<string>,
  nowMs: number,
): ClusterState {
  if (names.size === 0) return state;
  const dataStreams = new Map(
    [...state.metadata.dataStreams].flatMap(([key, stream]) => {
      const indices = stream.indices.filter((name) => !names.has(name));
      if (indices.length === stream.indices.length) return [[key, stream] as const];
      return indices.length === 0 ? [] : [[key, { ...stream, indices }] as const];
    }),
  );
  const freed = { ...state, metadata: { ...state.metadata, dataStreams } };
  return removeIndices(freed, [...names], nowMs);
}

function primariesOf(state: ClusterState, { name }: IndexMetadata): readonly ShardCopy[] {
  const shards = state.routing.get(name)?.shards ?? [];
  return shards.flatMap(([primary]) => primary ?? []);
}

function isReady(state: ClusterState, index: IndexMetadata): boolean {
  return primariesOf(state, index).every(isActive);
}

/** The reason why a primary of the index will never start, if any. */
function faultOf(state: ClusterState, index: IndexMetadata): string | undefined {
  const limit = readSetting(index.settings, INDEX.engine.maxRetries);
  for (const [shardId, { state: copy, unassigned }] of primariesOf(state, index).entries()) {
    if (copy !== 'UNASSIGNED' || unassigned === undefined) continue;
    const { failedAllocations, allocationStatus, details } = unassigned;
    const place = `shard [${index.name}][${shardId}]`;
    if (failedAllocations >= limit) return `${place}: ${details ?? 'cannot be opened'}`;
    if (allocationStatus === 'deciders_no') return `${place} may not be on any node`;
  }
  return undefined;
}
