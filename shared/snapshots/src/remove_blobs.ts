/**
 * Removes blobs that nothing names any more. Blobs that cannot be removed stay for `cleanUp`: the
 * remaining snapshots do not depend on their removal.
 */
import type { BlobEntry } from './blob_store.js';
import { tolerated } from './faults.js';
import type { RepositoryOptions } from './repository.js';

const NAMES_AT_ONCE = 1_000;

export interface Removed {
  readonly deletedBlobs: number;
  readonly deletedBytes: number;
}

export async function removeBlobs(
  repository: RepositoryOptions,
  entries: readonly BlobEntry[],
): Promise<Removed> {
  let deletedBlobs = 0;
  let deletedBytes = 0;
  for (let from = 0; from < entries.length; from += NAMES_AT_ONCE) {
    const some = entries.slice(from, from + NAMES_AT_ONCE);
    await tolerated(repository, 'unused blobs of a repository not removed', async () => {
      await repository.store.remove(some.map(({ name }) => name));
      deletedBlobs += some.length;
      deletedBytes += some.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0);
    });
  }
  return { deletedBlobs, deletedBytes };
}

/** Removes blobs of which only the names are known. */
export async function removeNamed(
  repository: RepositoryOptions,
  names: readonly string[],
): Promise<void> {
  await removeBlobs(
    repository,
    names.map((name) => ({ name, lengthBytes: 0 })),
  );
}
