/**
 * Finds the newest root: starts at the highest generation that a listing shows or that the caller
 * knows of, then follows its successors. A listing may lag, so each next name is read until one is
 * missing.
 */
import { BlobMissing } from '../blob_store.js';
import { guarded, repositoryError } from '../faults.js';
import { KIND } from '../format/envelope.js';
import { Fields } from '../format/fields.js';
import { readMetadata } from '../format/metadata.js';
import { EMPTY_ROOT, rootFromPlain, type StoredRoot } from '../format/root_blob.js';
import { generationOf, LATEST_NAME, rootName } from '../names.js';
import type { RepositoryOptions } from '../repository.js';

/** Attempts to read a root that is replaced, and its blob removed, during the read. */
const MOST_ATTEMPTS = 5;

export interface LoadedRoot {
  readonly root: StoredRoot;
  /** Generations of the roots that the listing has shown. */
  readonly listed: readonly number[];
}

/** Reads the newest root. `atLeast` is a generation that is known to have existed. */
export function readRoot(repository: RepositoryOptions, atLeast = -1): Promise<StoredRoot> {
  return guarded(repository, 'read the root', async () => {
    return (await loadRoot(repository, atLeast)).root;
  });
}

export async function loadRoot(
  repository: RepositoryOptions,
  atLeast: number,
): Promise<LoadedRoot> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const listed = await listRoots(repository);
    const known = await latestOf(repository, listed);
    const root =
      (await newestFrom(repository, Math.max(known, atLeast))) ??
      // An emptied repository lacks the generation that the caller knew.
      (atLeast > known ? await newestFrom(repository, known) : undefined);
    if (root !== undefined) return { root, listed };
  }
  throw repositoryError(repository, 'the root was replaced again and again while it was read');
}

export async function listRoots({ store }: Pick<RepositoryOptions, 'store'>): Promise<number[]> {
  const generations: number[] = [];
  for await (const { name } of store.list('index-')) {
    const generation = generationOf(name);
    if (generation !== undefined) generations.push(generation);
  }
  return generations;
}

/**
 * The newest generation of the listing, or, if a store lists nothing, the generation that
 * `index.latest` holds.
 */
async function latestOf(repository: RepositoryOptions, listed: readonly number[]): Promise<number> {
  if (listed.length > 0) return listed.reduce((a, b) => Math.max(a, b));
  try {
    const blob = { kind: KIND.latest, name: LATEST_NAME };
    return await readMetadata(repository, blob, (value) => new Fields(value).count('generation'));
  } catch (error) {
    if (error instanceof BlobMissing) return -1;
    throw error;
  }
}

/** The newest root from a generation on; `undefined` if that generation has none. */
async function newestFrom(
  repository: RepositoryOptions,
  generation: number,
): Promise<StoredRoot | undefined> {
  let newest = generation < 0 ? EMPTY_ROOT : await rootAt(repository, generation);
  for (let next = newest; next !== undefined; ) {
    newest = next;
    next = await rootAt(repository, newest.generation + 1);
  }
  return newest;
}

/** The root of a generation; `undefined` if there is none. */
export async function rootAt(
  repository: RepositoryOptions,
  generation: number,
): Promise<StoredRoot | undefined> {
  const name = rootName(generation);
  try {
    const blob = { kind: KIND.root, name };
    return await readMetadata(repository, blob, (value) => rootFromPlain(value, generation));
  } catch (error) {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  }
}
