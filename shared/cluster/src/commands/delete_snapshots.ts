/**
 * Requests the removal of snapshots; those under way are aborted first. If none is named, the files
 * that no snapshot uses are removed.
 */
import { randomId } from '@skein/base';
import {
  checkOperationLimit,
  isOpen,
  nextSequence,
  requireOwnRepository,
  type SnapshotName,
  snapshotFault,
} from '../snapshots/repository_rules.js';
import type { ClusterState } from '../state/cluster_state.js';
import { searchedSnapshots } from '../state/searchable_snapshot.js';
import type { DeletionRecord, SnapshotRecord } from '../state/snapshot_records.js';
import type { Command } from './command_type.js';

export interface DeleteSnapshotsRequest {
  readonly repository: string;
  /** UUID of the deletion. The requesting node waits for the end of the deletion with this UUID. */
  readonly uuid?: string;
  readonly snapshots: readonly SnapshotName[];
}

export const delete_snapshots: Command<DeleteSnapshotsRequest> = {
  name: 'delete_snapshots',
  priority: 'NORMAL',
  source: ({ snapshots }) => `delete_snapshot [${snapshots.map(({ name }) => name).join(',')}]`,
  execute: (state, request, { nowMs, random }) => {
    const { repository, snapshots } = request;
    if (state.metadata.snapshotDeletions.has(request.uuid ?? '')) return state;
    requireOwnRepository(state, repository);
    checkNotRestored(state, request);
    checkNotSearched(state, request);
    checkOperationLimit(state, repository, snapshots[0]);
    const uuids = new Set(snapshots.map(({ uuid }) => uuid));
    const deletion: DeletionRecord = {
      uuid: request.uuid ?? randomId(random),
      repository,
      sequence: nextSequence(state.metadata),
      startMs: nowMs,
      snapshots,
    };
    const metadata = {
      ...state.metadata,
      snapshots: aborted(state.metadata.snapshots, uuids),
      snapshotDeletions: new Map(state.metadata.snapshotDeletions).set(deletion.uuid, deletion),
    };
    return { ...state, metadata };
  },
};

function aborted(records: ReadonlyMap<string, SnapshotRecord>, uuids: ReadonlySet<string>) {
  return new Map(
    [...records].map(([key, record]) => [
      key,
      isOpen(record) && uuids.has(record.uuid) ? { ...record, isAborted: true } : record,
    ]),
  );
}

/** Refuses to delete a snapshot while some index is searched in it. */
function checkNotSearched(
  { metadata }: ClusterState,
  { repository, snapshots }: DeleteSnapshotsRequest,
): void {
  const searched = searchedSnapshots(metadata.indices, repository);
  const inUse = snapshots.filter(({ uuid }) => searched.has(uuid));
  if (inUse.length === 0) return;
  throw snapshotFault(
    'snapshot_in_use_deletion_exception',
    repository,
    { name: `[${inUse.map(({ name }) => name).join(', ')}]` },
    "These remote snapshots are backing some indices and hence can't be deleted! No snapshots were deleted.",
  );
}

function checkNotRestored(
  state: ClusterState,
  { repository, snapshots }: DeleteSnapshotsRequest,
): void {
  for (const restore of state.metadata.restores.values()) {
    if (!isOpen(restore) || restore.repository !== repository) continue;
    const wanted = snapshots.find(({ uuid }) => uuid === restore.snapshot.uuid);
    if (wanted === undefined) continue;
    const reason = `cannot delete snapshot during a restore in progress in [${restore.uuid}]`;
    throw snapshotFault('concurrent_snapshot_execution_exception', repository, wanted, reason);
  }
}
