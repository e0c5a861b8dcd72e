/**
 * The newest root: the greatest generation that a listing shows or that the caller knows of, or the
 * last of those that follow it. A listing may lag, so that each next name is asked for until one is
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

/** How often the root may be replaced, and its blob removed, while it is being read. */
const MOST_ATTEMPTS = 5;

export interface LoadedRoot {
  readonly root: StoredRoot;
  /** Roots that the listing has shown. */
  readonly listed: readonly number[];
}

/** `atLeast`: a generation that is known to have been there. */
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
      // A repository that was emptied does not have what the caller knew.
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
 * The newest generation of the listing. If a store lists nothing, the generation that
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

/** Undefined: there is none of this generation. */
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

/** Undefined: there is none. */
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
