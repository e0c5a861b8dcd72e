/**
 * Writes the next root, once everything that it names is stored. Its name is created exclusively,
 * which makes the writing a compare-and-swap. Names of old roots are removed after a while, and a
 * writer that was suspended could create one again. A root therefore counts only if it is the
 * newest when checked after the writing, or if another root has followed it.
 */
import { BlobMissing, BlobTooLong, StoreFault } from '../blob_store.js';
import { concurrentModification, repositoryError, tolerated } from '../faults.js';
import { KIND } from '../format/envelope.js';
import { encodeMetadata, writeMetadata } from '../format/metadata.js';
import { rootToPlain, type StoredRoot } from '../format/root_blob.js';
import { LATEST_NAME, rootName } from '../names.js';
import { removeNamed } from '../remove_blobs.js';
import type { RepositoryOptions } from '../repository.js';
import { type LoadedRoot, listRoots, loadRoot, rootAt } from './load_root.js';

/** The number of roots kept. Fewer than that are written while a listing lags. */
export const ROOTS_KEPT = 8;

type NextRoot = Pick<StoredRoot, 'snapshots' | 'indices'> & {
  /** True when blobs that a listing has shown will be removed. */
  readonly removes: boolean;
};

/**
 * Throws unless the newest root is the one that the caller knows, and no later master of the
 * cluster has written it.
 */
export function checkTurn(repository: RepositoryOptions, root: StoredRoot, expected: number): void {
  if (root.generation !== expected) {
    throw concurrentModification(repository, expected, root.generation);
  }
  checkTerm(repository, root);
}

function checkTerm(repository: RepositoryOptions, { writer }: StoredRoot): void {
  const { clusterUuid, term } = repository.writer;
  if (writer.clusterUuid !== clusterUuid || writer.term <= term) return;
  const reason = `the master of term [${writer.term}] has written to the repository, this one is of term [${term}]`;
  throw repositoryError(repository, reason);
}

/** Writes the new root and returns it once it is durable. */
export async function commitRoot(
  repository: RepositoryOptions,
  { root, listed }: LoadedRoot,
  { snapshots, indices, removes }: NextRoot,
): Promise<StoredRoot> {
  const generation = root.generation + 1;
  const next: StoredRoot = {
    generation,
    uuid: root.uuid === '' ? repository.newUuid() : root.uuid,
    snapshots,
    indices,
    writer: repository.writer,
    attempt: repository.newUuid(),
    previous: root.attempt,
    lastRemoval: removes ? generation : root.lastRemoval,
  };
  const name = rootName(generation);
  const bytes = encodeMetadata(repository, { kind: KIND.root, name }, rootToPlain(next));
  if (!(await createBlob(repository, name, bytes))) {
    const newest = await loadRoot(repository, generation);
    throw concurrentModification(repository, root.generation, newest.root.generation);
  }
  await checkNewest(repository, next);
  await writeLatest(repository, generation);
  await removeOldRoots(repository, listed, generation);
  return next;
}

export async function removeOldRoots(
  repository: RepositoryOptions,
  listed: readonly number[],
  newest: number,
): Promise<void> {
  const old = listed.filter((generation) => generation <= newest - ROOTS_KEPT);
  await removeNamed(repository, old.map(rootName));
}

/**
 * Creates a blob; returns true if the name then holds these bytes, and false if it holds others.
 * The blob is read when the name is taken or the answer is lost: nobody else writes these bytes.
 */
export async function createBlob(
  { store }: Pick<RepositoryOptions, 'store'>,
  name: string,
  bytes: Uint8Array,
): Promise<boolean> {
  let fault: unknown;
  try {
    if (await store.writeNew(name, bytes)) return true;
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    fault = error;
  }
  try {
    const found = await store.read(name, bytes.length);
    return found.length === bytes.length && found.every((byte, i) => byte === bytes[i]);
  } catch (error) {
    if (error instanceof BlobTooLong) return false;
    if (error instanceof BlobMissing && fault !== undefined) throw fault;
    throw error;
  }
}

/**
 * Reads the next root and lists all roots: a later root that does not follow this one shows that
 * the name was used before.
 */
async function checkNewest(repository: RepositoryOptions, written: StoredRoot): Promise<void> {
  const { generation, attempt } = written;
  const follower = await rootAt(repository, generation + 1);
  if (follower?.previous === attempt) return;
  const listed = await listRoots(repository);
  const newest = listed.reduce((a, b) => Math.max(a, b), follower?.generation ?? generation);
  if (newest > generation) throw concurrentModification(repository, generation - 1, newest);
}

async function writeLatest(repository: RepositoryOptions, generation: number): Promise<void> {
  await tolerated(repository, 'name of the newest root not written', () =>
    writeMetadata(repository, { kind: KIND.latest, name: LATEST_NAME }, { generation }),
  );
}
