/**
 * Carries out one piece of the master's work in a repository, from the newest root to the command
 * that ends it. It may be cut off anywhere: the next master does the same piece again and finds its
 * results in the root. Storage and commands are parameters, so the simulator runs the same code
 * over a faulty store.
 *
 * Rules (docs/specs/snapshots.md):
 * - the term is that in which the piece began: neither the store nor the cluster accepts anything
 *   from a master that another has succeeded, and a piece whose term has passed goes on to no newer
 *   root;
 * - a root of this cluster that is newer than the recorded one is adopted: it was written by a
 *   master that ended before its command;
 * - a root of another cluster ends all work in the repository (FOREIGN_GENERATION);
 * - a deletion writes a root even when there is nothing to delete, so that a late finalization of
 *   an earlier master fails at it.
 */
import { ApiError, asApiError } from '@skein/errors';
import type { StoredRoot } from '@skein/snapshots';
import type { CommandName, CommandRequest } from '../commands/registry.js';
import type { ClusterState } from '../state/cluster_state.js';
import {
  FOREIGN_GENERATION,
  type RepositoryRecord,
  type SnapshotRecord,
  UNKNOWN_GENERATION,
} from '../state/snapshot_records.js';
import { type FinishedSnapshot, finishedClone, finishedSnapshot } from './finished_snapshot.js';
import type { RepositoryWork } from './work.js';

/**
 * The operations that the work needs of a repository; see `@skein/snapshots`. They reject with the
 * repository's error.
 */
export interface RepositoryStorage {
  readRoot(): Promise<StoredRoot>;
  /** Resolves with the generation of the root that has the snapshot. */
  finalize(finished: FinishedSnapshot & FinishedOver): Promise<number>;
  /** The lists for the clone, by index and shard of the source. */
  clone(snapshot: SnapshotRecord, root: StoredRoot): Promise<FinishedSnapshot>;
  remove(request: {
    readonly expectedGeneration: number;
    readonly uuids: readonly string[];
  }): Promise<Removed>;
  cleanUp(expectedGeneration: number): Promise<Removed>;
}

interface FinishedOver {
  /** The newest root. */
  readonly expectedGeneration: number;
  /** The newest root when the snapshot began. */
  readonly startedGeneration: number;
}

export interface Removed {
  readonly generation: number;
  readonly deletedBlobs: number;
  readonly deletedBytes: number;
}

export interface CarryOutParts {
  readonly state: () => ClusterState;
  /** Storage that writes roots in the given term. */
  readonly storageIn: (term: number) => RepositoryStorage;
  readonly run: <Name extends CommandName>(
    name: Name,
    request: CommandRequest<Name>,
  ) => Promise<void>;
  readonly newUuid: () => string;
  readonly nowMs: () => number;
  /** The version that snapshots are marked with. */
  readonly version: { readonly version: string; readonly versionId: number };
}

/** The context of the steps of one piece. */
interface Piece extends CarryOutParts {
  readonly term: number;
  readonly storage: RepositoryStorage;
}

type RootWork = Exclude<RepositoryWork, { readonly kind: 'give_up' }>;

/**
 * Carries out the work. Rejects when the piece was cut off: a command could not be run, or the
 * storage was closed. An error of the repository ends the piece.
 */
export async function carryOut(work: RepositoryWork, parts: CarryOutParts): Promise<void> {
  const { term } = parts.state();
  const piece = { ...parts, term, storage: parts.storageIn(term) };
  if (work.kind === 'give_up') {
    await parts.run('end_snapshot', { uuid: work.snapshot.uuid, result: 'ABORTED', term });
    return;
  }
  const record = work.kind === 'delete' ? work.deletion : work.snapshot;
  try {
    await carryOutOnNewest(record.repository, work, piece);
  } catch (thrown) {
    if (thrown instanceof CommandFault) throw thrown.cause;
    const fault = asApiError(thrown);
    // The work was cut off, not refused: it will be done again.
    if (fault.type === 'node_closed_exception') throw fault;
    await end(work, fault.reason, piece);
  }
}

/**
 * Limit of attempts. An earlier master may still write the next root; then the work is done again
 * on that root, which may contain the result already.
 */
const MOST_ROOTS = 8;

async function carryOutOnNewest(repository: string, work: RootWork, parts: Piece): Promise<void> {
  let root = await newestRoot(repository, parts);
  for (let tries = 1; ; tries++) {
    try {
      await carryOutOn(root, work, parts);
      return;
    } catch (thrown) {
      if (thrown instanceof CommandFault || tries === MOST_ROOTS) throw thrown;
      const newest = await newestRoot(repository, parts);
      if (newest.generation === root.generation) throw thrown;
      root = newest;
    }
  }
}

async function carryOutOn(root: StoredRoot, work: RootWork, parts: Piece): Promise<void> {
  switch (work.kind) {
    case 'begin':
      return begin(root, work.snapshot, parts);
    case 'clone':
      return clone(root, work.snapshot, parts);
    case 'finish':
      return finish(root, work.snapshot, parts);
    case 'delete':
      return remove(root, work, parts);
  }
}

/**
 * A command that could not be run, or must not be tried any more; distinct from an error of the
 * repository.
 */
class CommandFault extends Error {}

async function run<Name extends CommandName>(
  parts: Piece,
  name: Name,
  request: CommandRequest<Name>,
): Promise<void> {
  try {
    await parts.run(name, request);
  } catch (cause) {
    throw new CommandFault('a command was not run', { cause });
  }
}

/**
 * The newest root. Its generation is recorded when it is this cluster's.
 *
 * The piece is cut off here if its term has passed. Storage cannot tell: a root of another cluster
 * hides the terms of this one, and the recorded generation is that root's if the repository was
 * registered anew in a later term.
 */
async function newestRoot(name: string, parts: Piece): Promise<StoredRoot> {
  const root = await parts.storage.readRoot();
  const { term, metadata } = parts.state();
  if (term !== parts.term) {
    const reason = `work in [${name}] began in term [${parts.term}], and this is term [${term}]`;
    throw new CommandFault('the term has passed', {
      cause: new ApiError('not_master_exception', reason),
    });
  }
  const record = metadata.repositories.get(name);
  if (record === undefined || root.generation === record.generation) return root;
  const { clusterUuid } = metadata;
  const generation = isOurs(root, record, clusterUuid) ? root.generation : FOREIGN_GENERATION;
  await run(parts, 'note_generation', {
    repository: name,
    uuid: record.uuid,
    replaced: record.generation,
    generation,
    term: parts.term,
  });
  if (generation === FOREIGN_GENERATION) {
    throw new ApiError(
      'repository_exception',
      `[${name}] the repository has generation [${root.generation}], not [${record.generation}]: another cluster or process has written to it`,
    );
  }
  return root;
}

function isOurs(root: StoredRoot, { generation }: RepositoryRecord, clusterUuid: string): boolean {
  if (generation === UNKNOWN_GENERATION) return true;
  return root.generation > generation && root.writer.clusterUuid === clusterUuid;
}

async function begin(root: StoredRoot, snapshot: SnapshotRecord, parts: Piece): Promise<void> {
  refuseSameName(root, snapshot);
  const indices = snapshot.indices.map(({ name }) => {
    const known = root.indices.find((index) => index.name === name);
    return {
      name,
      id: known?.id ?? parts.newUuid(),
      bases: (known?.generations ?? []).map((generation) => generation ?? null),
    };
  });
  const { generation } = root;
  await run(parts, 'begin_snapshot', {
    uuid: snapshot.uuid,
    generation,
    indices,
    term: parts.term,
  });
}

function refuseSameName(root: StoredRoot, { name, uuid }: SnapshotRecord): void {
  if (root.snapshots.every((other) => other.name !== name || other.uuid === uuid)) return;
  const reason = `Invalid snapshot name [${name}], snapshot with the same name already exists`;
  throw new ApiError('invalid_snapshot_name_exception', reason);
}

async function clone(root: StoredRoot, snapshot: SnapshotRecord, parts: Piece): Promise<void> {
  if (await isThere(root, snapshot, parts)) return;
  refuseSameName(root, snapshot);
  const { source } = snapshot;
  if (!root.snapshots.some(({ uuid }) => uuid === source?.uuid)) {
    const reason = `the snapshot [${source?.name}] to be cloned is missing`;
    throw new ApiError('snapshot_missing_exception', reason);
  }
  const cloned = await parts.storage.clone(snapshot, root);
  await finalize(root, snapshot, finishedClone(cloned, snapshot, parts), parts);
}

async function finish(root: StoredRoot, snapshot: SnapshotRecord, parts: Piece): Promise<void> {
  if (await isThere(root, snapshot, parts)) return;
  // A snapshot of the same name may have appeared since this one began: a late finalization of an
  // earlier master, or another cluster's.
  refuseSameName(root, snapshot);
  await finalize(root, snapshot, finishedSnapshot(parts.state(), snapshot, parts), parts);
}

async function finalize(
  root: StoredRoot,
  snapshot: SnapshotRecord,
  finished: FinishedSnapshot,
  parts: Piece,
): Promise<void> {
  const expectedGeneration = root.generation;
  const startedGeneration = snapshot.rootGeneration ?? root.generation;
  const over = { expectedGeneration, startedGeneration };
  const generation = await parts.storage.finalize({ ...finished, ...over });
  const { state: result } = finished.details;
  await run(parts, 'end_snapshot', { uuid: snapshot.uuid, result, generation, term: parts.term });
}

/** True if an earlier master has already written the snapshot to the root; ends it then. */
async function isThere(root: StoredRoot, snapshot: SnapshotRecord, parts: Piece): Promise<boolean> {
  const found = root.snapshots.find(({ uuid }) => uuid === snapshot.uuid);
  if (found === undefined) return false;
  const { generation } = root;
  await run(parts, 'end_snapshot', {
    uuid: snapshot.uuid,
    result: found.state,
    generation,
    term: parts.term,
  });
  return true;
}

async function remove(
  root: StoredRoot,
  { deletion }: RepositoryWork & { readonly kind: 'delete' },
  parts: Piece,
): Promise<void> {
  const uuids = deletion.snapshots.map(({ uuid }) => uuid);
  const { storage } = parts;
  const expectedGeneration = root.generation;
  const removed =
    uuids.length === 0
      ? await storage.cleanUp(expectedGeneration)
      : await storage.remove({ expectedGeneration, uuids });
  await run(parts, 'end_snapshot_deletion', {
    uuid: deletion.uuid,
    removed: { blobs: removed.deletedBlobs, bytes: removed.deletedBytes },
    generation: removed.generation,
    term: parts.term,
  });
}

async function end(work: RootWork, reason: string, parts: Piece): Promise<void> {
  if (work.kind === 'delete') {
    await parts.run('end_snapshot_deletion', {
      uuid: work.deletion.uuid,
      reason,
      term: parts.term,
    });
  } else {
    await parts.run('end_snapshot', {
      uuid: work.snapshot.uuid,
      result: 'FAILED',
      reason,
      term: parts.term,
    });
  }
}
