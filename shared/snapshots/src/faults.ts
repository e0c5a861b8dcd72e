/** Turns faults of a repository into the errors that its user sees. */
import { ApiError } from '@skein/errors';
import { BlobMissing, StoreFault } from './blob_store.js';
import type { RepositoryOptions } from './repository.js';

type Named = Pick<RepositoryOptions, 'name'>;

/**
 * Runs an operation; a fault of the store becomes an error that names the repository and the
 * operation.
 */
export async function guarded<T>(
  { name }: Named,
  operation: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BlobMissing) {
      throw new ApiError('corrupt_repository_exception', `[${name}] ${error.message}`);
    }
    if (!(error instanceof StoreFault)) throw error;
    const cause = new ApiError('io_exception', error.message);
    throw new ApiError('repository_exception', `[${name}] failed to ${operation}`, { cause });
  }
}

export function damaged({ name }: Named, blob: string, what: string): ApiError {
  return new ApiError(
    'corrupt_repository_exception',
    `[${name}] blob [${blob}] is damaged: ${what}`,
  );
}

export function refuseReadOnly(
  { name, store }: Pick<RepositoryOptions, 'name' | 'store'>,
  what: string,
): void {
  if (!store.isReadOnly) return;
  throw new ApiError('repository_exception', `[${name}] cannot ${what} a readonly repository`);
}

export function concurrentModification(
  { name }: Named,
  expected: number,
  actual: number,
): ApiError {
  const reason = `[${name}] concurrent modification of the index-N file, expected current generation [${expected}], actual current generation [${actual}]`;
  return new ApiError('repository_exception', reason);
}

export function repositoryError({ name }: Named, reason: string): ApiError {
  return new ApiError('repository_exception', `[${name}] ${reason}`);
}

/** For work that no snapshot depends on: a fault of the store is only logged. */
export async function tolerated(
  { name, log }: Pick<RepositoryOptions, 'name' | 'log'>,
  what: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    log?.warn(what, { repository: name, error: error.message });
  }
}
