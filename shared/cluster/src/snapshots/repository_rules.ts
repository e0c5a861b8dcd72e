/** Checks that all commands about repositories share, with OpenSearch's error messages. */
import { ApiError, type ErrorType } from '@skein/errors';
import { CLUSTER, INDEX, readSetting } from '@skein/settings';
import { type ClusterState, clusterSettings, type Metadata } from '../state/cluster_state.js';
import {
  FOREIGN_GENERATION,
  type RepositoryRecord,
  type SnapshotRecord,
} from '../state/snapshot_records.js';

export interface SnapshotName {
  readonly name: string;
  readonly uuid: string;
}

/** A step of the master's own work; a step that was decided in an earlier term changes nothing. */
export interface InTerm {
  readonly term: number;
}

export function repositoryMissing(name: string): ApiError {
  return new ApiError('repository_missing_exception', `[${name}] missing`);
}

export function requireRepository({ metadata }: ClusterState, name: string): RepositoryRecord {
  const repository = metadata.repositories.get(name);
  if (repository === undefined) throw repositoryMissing(name);
  return repository;
}

/** The repository; throws if another cluster is known to have written to it. */
export function requireOwnRepository(state: ClusterState, name: string): RepositoryRecord {
  const repository = requireRepository(state, name);
  if (repository.generation !== FOREIGN_GENERATION) return repository;
  throw new ApiError(
    'repository_exception',
    `[${name}] the contents of the repository do not match its expected state: another cluster or process has written to it. It was disabled to keep what is in it; remove it from this cluster and add it again to go on with what it holds now`,
  );
}

/** An error with the message `[repository:snapshot/uuid] reason`. */
export function snapshotFault(
  type: ErrorType,
  repository: string,
  { name, uuid }: Partial<SnapshotName> & { readonly name: string },
  reason: string,
): ApiError {
  const shown = uuid === undefined ? name : `${name}/${uuid}`;
  return new ApiError(type, `[${repository}:${shown}] ${reason}`);
}

/** The next sequence number of work in any repository. */
export function nextSequence({ snapshots, snapshotDeletions }: Metadata): number {
  let last = 0;
  for (const { sequence } of snapshots.values()) last = Math.max(last, sequence);
  for (const { sequence } of snapshotDeletions.values()) last = Math.max(last, sequence);
  return last + 1;
}

export function checkOperationLimit(
  state: ClusterState,
  repository: string,
  snapshot: SnapshotName = { name: '_na_', uuid: '_na_' },
): void {
  const { snapshots, snapshotDeletions } = state.metadata;
  const open = [...snapshots.values(), ...snapshotDeletions.values()].filter(
    ({ outcome }) => outcome === undefined,
  ).length;
  const limit = readSetting(clusterSettings(state), CLUSTER.snapshots.maxConcurrent);
  if (open < limit) return;
  throw snapshotFault(
    'concurrent_snapshot_execution_exception',
    repository,
    snapshot,
    `Cannot start another operation, already running [${open}] operations and the current limit for concurrent snapshot operations is set to [${limit}]`,
  );
}

export function isOpen(record: { readonly outcome?: unknown }): boolean {
  return record.outcome === undefined;
}

/**
 * True if work is under way in the repository, including a restore from it, or if an index keeps
 * its data there.
 */
export function isInUse({ metadata }: ClusterState, repository: string): boolean {
  const { snapshots, snapshotDeletions, restores, indices } = metadata;
  const { segmentRepository } = INDEX.remoteStore;
  for (const { settings } of indices.values()) {
    if (settings.get(segmentRepository.key) === repository) return true;
  }
  return [...snapshots.values(), ...snapshotDeletions.values(), ...restores.values()].some(
    (record) => record.repository === repository && isOpen(record),
  );
}

/**
 * Throws if a snapshot of any of the `indices` (concrete names) is under way: they may be neither
 * deleted, closed nor replaced.
 */
export function checkNotTaken(
  state: ClusterState,
  indices: readonly string[],
  verb: 'delete' | 'close' | 'replace',
): void {
  const taken = new Set<string>();
  for (const snapshot of state.metadata.snapshots.values()) {
    if (!holdsIndices(snapshot)) continue;
    for (const { name, uuid } of snapshot.indices) {
      const isWanted = indices.includes(name);
      if (isWanted && state.metadata.indices.get(name)?.uuid === uuid)
        taken.add(`[${name}/${uuid}]`);
    }
  }
  if (taken.size === 0) return;
  throw new ApiError(
    'snapshot_in_progress_exception',
    `Cannot ${verb} indices that are being snapshotted: [${[...taken].join(', ')}]. Try again after snapshot finishes or cancel the currently running snapshot.`,
  );
}

/** Throws if any of the indices is being restored: closed, it would never become active. */
export function checkNotRestored(state: ClusterState, indices: readonly string[]): void {
  const wanted = new Set(indices);
  const open = [...state.metadata.restores.values()].filter(isOpen);
  const restored = open
    .flatMap((restore) => restore.indices)
    .filter(({ name }) => wanted.has(name));
  if (restored.length === 0) return;
  const shown = restored.map(({ name, uuid }) => `[${name}/${uuid}]`).join(', ');
  const reason = `Cannot close indices that are being restored: [${shown}]`;
  throw new ApiError('illegal_argument_exception', reason);
}

/** True if the snapshot needs its indices. A partial snapshot continues without a deleted index. */
function holdsIndices({ outcome, isPartial, isAborted, source }: SnapshotRecord): boolean {
  return outcome === undefined && !isPartial && !isAborted && source === undefined;
}

export function withRepository(state: ClusterState, repository: RepositoryRecord): ClusterState {
  const repositories = new Map(state.metadata.repositories).set(repository.name, repository);
  return { ...state, metadata: { ...state.metadata, repositories } };
}

export function withSnapshot(state: ClusterState, snapshot: SnapshotRecord): ClusterState {
  const snapshots = new Map(state.metadata.snapshots).set(snapshot.uuid, snapshot);
  return { ...state, metadata: { ...state.metadata, snapshots } };
}

/**
 * Records the generation of the newest root. It only rises, unless the repository was registered
 * anew.
 */
export function withGeneration(
  state: ClusterState,
  name: string,
  generation: number | undefined,
): ClusterState {
  const repository = state.metadata.repositories.get(name);
  if (repository === undefined || generation === undefined) return state;
  if (generation !== FOREIGN_GENERATION && generation <= repository.generation) return state;
  return withRepository(state, { ...repository, generation });
}
