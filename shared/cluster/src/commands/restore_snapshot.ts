/**
 * Restores indices from a snapshot. Their primaries start from files of the repository
 * (`recoverySource: SNAPSHOT`), or empty if the snapshot lacks a shard. The restore ends when all
 * primaries are active (`../snapshots/advance_restores.ts`).
 */
import type { JsonObject } from '@skein/content';
import { unassignedRouting } from '../allocation/build_routing.js';
import {
  checkNotTaken,
  isOpen,
  requireRepository,
  type SnapshotName,
  snapshotFault,
} from '../snapshots/repository_rules.js';
import { readGlobalMetadata, withGlobalMetadata } from '../snapshots/restored_global.js';
import { type IndexToRestore, restoredIndex } from '../snapshots/restored_index.js';
import { checkRestoredNames } from '../snapshots/restored_names.js';
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import { checkFreeOfStreams, type DataStream } from '../state/data_stream.js';
import type { IndexMetadata } from '../state/index_metadata.js';
import { replaceIndices, replaceRouting } from '../state/replace.js';
import { tombstoneOf } from '../state/tombstone.js';
import { checkAliasSet } from './alias_rules.js';
import type { Command, CommandEnvironment } from './command_type.js';
import { checkNewName } from './new_index.js';
import { checkShardLimit } from './shard_limit.js';

export interface RestoreSnapshotRequest {
  /** UUID of the restore. The requesting node waits for the end of the restore with this UUID. */
  readonly uuid: string;
  readonly repository: string;
  readonly snapshot: SnapshotName;
  readonly indices: readonly IndexToRestore[];
  readonly dataStreams: readonly DataStream[];
  readonly globalMetadata?: JsonObject;
}

export const restore_snapshot: Command<RestoreSnapshotRequest> = {
  name: 'restore_snapshot',
  priority: 'NORMAL',
  source: ({ snapshot }) => `restore_snapshot[${snapshot.name}]`,
  *execute(state, request, environment) {
    const { uuid, repository, snapshot, indices, dataStreams, globalMetadata } = request;
    // The command is sent again when the master that ran it fails before it responds.
    if (state.metadata.restores.has(uuid)) return state;
    checkBlocks(state, [], { level: 'metadata_write' });
    checkNotTaken(
      state,
      indices.map(({ target }) => target),
      'replace',
    );
    const from = requireRepository(state, repository);
    checkNotDeleted(state, request);
    let next = state;
    if (globalMetadata !== undefined) {
      next = yield* withGlobalMetadata(next, readGlobalMetadata(globalMetadata));
    }
    const source = { restore: uuid, repository, repositoryUuid: from.uuid, snapshot };
    const restored: IndexMetadata[] = [];
    for (const index of indices) {
      const made = restoredIndex(next, { ...index, source }, environment);
      next = withRestored(next, made, environment);
      restored.push(made);
    }
    yield* checkAliasSet(next.metadata.indices.values());
    next = withStreams(next, dataStreams);
    checkRestoredNames(next, restored, dataStreams);
    return withRecord(next, request, { restored, environment });
  },
};

function withRestored(
  state: ClusterState,
  index: IndexMetadata,
  { nowMs }: CommandEnvironment,
): ClusterState {
  if (!state.metadata.indices.has(index.name)) {
    checkNewName(state, index.name);
    checkShardLimit(state, index.numberOfShards * (1 + index.numberOfReplicas));
  }
  const before = state.metadata.indices.get(index.name);
  const gone =
    before === undefined
      ? state.metadata.tombstones
      : [...state.metadata.tombstones, tombstoneOf(before, nowMs)];
  const next = { ...state, metadata: { ...state.metadata, tombstones: gone } };
  const table = unassignedRouting(index, 'NEW_INDEX_RESTORED', nowMs);
  return replaceRouting(replaceIndices(next, [index]), [table]);
}

function withStreams(state: ClusterState, streams: readonly DataStream[]): ClusterState {
  if (streams.length === 0) return state;
  const dataStreams = new Map(state.metadata.dataStreams);
  for (const stream of streams) {
    if (!dataStreams.has(stream.name)) checkFreeOfStreams(state, stream.name, stream.name);
    dataStreams.set(stream.name, stream);
  }
  return { ...state, metadata: { ...state.metadata, dataStreams } };
}

function withRecord(
  state: ClusterState,
  { uuid, repository, snapshot, indices }: RestoreSnapshotRequest,
  {
    restored,
    environment,
  }: { readonly restored: readonly IndexMetadata[]; readonly environment: CommandEnvironment },
): ClusterState {
  const missing = indices.flatMap(({ generations }) => generations).filter((one) => one === null);
  const restores = new Map(state.metadata.restores).set(uuid, {
    uuid,
    repository,
    snapshot: { name: snapshot.name, uuid: snapshot.uuid },
    startMs: environment.nowMs,
    indices: restored.map((index) => ({ name: index.name, uuid: index.uuid })),
    missingShards: missing.length,
    totalShards: restored.reduce((sum, { numberOfShards }) => sum + numberOfShards, 0),
    ...(restored.length > 0 ? {} : { outcome: { result: 'SUCCESS', atMs: environment.nowMs } }),
  } as const);
  return { ...state, metadata: { ...state.metadata, restores } };
}

function checkNotDeleted(
  state: ClusterState,
  { repository, snapshot }: RestoreSnapshotRequest,
): void {
  for (const deletion of state.metadata.snapshotDeletions.values()) {
    if (!isOpen(deletion) || deletion.repository !== repository) continue;
    if (!deletion.snapshots.some(({ uuid }) => uuid === snapshot.uuid)) continue;
    const reason = `cannot restore a snapshot while a snapshot deletion is in-progress [${deletion.uuid}]`;
    throw snapshotFault('concurrent_snapshot_execution_exception', repository, snapshot, reason);
  }
}
