/**
 * Requests a snapshot of indices, or a clone of another snapshot. It begins when its turn comes
 * (`../snapshots/work.ts`).
 */
import { randomId } from '@skein/base';
import type { JsonObject } from '@skein/content';
import {
  checkOperationLimit,
  isOpen,
  nextSequence,
  requireOwnRepository,
  type SnapshotName,
  snapshotFault,
  withSnapshot,
} from '../snapshots/repository_rules.js';
import type { ClusterState } from '../state/cluster_state.js';
import { requireIndex } from '../state/index_metadata.js';
import type { Command } from './command_type.js';

export interface CreateSnapshotRequest {
  readonly name: string;
  /** UUID of the snapshot. The requesting node waits for the end of the snapshot with this UUID. */
  readonly uuid?: string;
  readonly repository: string;
  /** Concrete index names; for a clone, the names in the source snapshot. */
  readonly indices: readonly string[];
  readonly dataStreams: readonly string[];
  readonly includeGlobalState: boolean;
  /** True if an index may lack some of its primaries. */
  readonly isPartial: boolean;
  readonly metadata?: JsonObject;
  readonly source?: SnapshotName;
}

export const create_snapshot: Command<CreateSnapshotRequest> = {
  name: 'create_snapshot',
  priority: 'NORMAL',
  source: ({ name, source }) =>
    source === undefined ? `create_snapshot [${name}]` : `clone_snapshot [${source.name}][${name}]`,
  execute: (state, request, { nowMs, random }) => {
    const { repository, name, uuid = randomId(random), source, metadata, indices } = request;
    // The command is sent again when the master that ran it fails before it responds.
    if (state.metadata.snapshots.has(uuid)) return state;
    requireOwnRepository(state, repository);
    checkFree(state, request);
    checkOperationLimit(state, repository, { name, uuid });
    if (source !== undefined) checkKept(state, request, source);
    else if (!request.isPartial) checkPrimaries(state, request);
    return withSnapshot(state, {
      uuid,
      name,
      repository,
      sequence: nextSequence(state.metadata),
      startMs: nowMs,
      hasBegun: false,
      isAborted: false,
      includeGlobalState: request.includeGlobalState,
      isPartial: request.isPartial,
      ...(source === undefined ? {} : { source }),
      ...(metadata === undefined ? {} : { metadata }),
      dataStreams: request.dataStreams,
      indices: indices.map((index) => ({
        name: index,
        uuid: source === undefined ? requireIndex(state, index).uuid : '_na_',
        id: '',
        shards: [],
      })),
    });
  },
};

function checkFree(state: ClusterState, { repository, name }: CreateSnapshotRequest): void {
  for (const other of state.metadata.snapshots.values()) {
    if (!isOpen(other) || other.repository !== repository || other.name !== name) continue;
    const reason = `Invalid snapshot name [${name}], snapshot with the same name is already in-progress`;
    throw snapshotFault('invalid_snapshot_name_exception', repository, { name }, reason);
  }
}

/** Checks that the source of a clone is not being deleted. */
function checkKept(
  state: ClusterState,
  { repository, name }: CreateSnapshotRequest,
  source: SnapshotName,
): void {
  for (const deletion of state.metadata.snapshotDeletions.values()) {
    if (!isOpen(deletion) || deletion.repository !== repository) continue;
    if (!deletion.snapshots.some(({ uuid }) => uuid === source.uuid)) continue;
    const reason = `cannot clone from snapshot that is being deleted`;
    throw snapshotFault('concurrent_snapshot_execution_exception', repository, { name }, reason);
  }
}

function checkPrimaries(state: ClusterState, request: CreateSnapshotRequest): void {
  const missing = request.indices.filter((name) =>
    state.routing.get(name)?.shards.some(([primary]) => primary?.state === 'UNASSIGNED'),
  );
  if (missing.length === 0) return;
  const reason = `Indices don't have primary shards [${missing.join(', ')}]`;
  throw snapshotFault('snapshot_exception', request.repository, request, reason);
}
