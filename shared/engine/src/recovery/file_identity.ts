/**
 * Decides if two index files are equal without reading them. Copies of a shard name their segments
 * independently, so equal names mean nothing.
 */
import { ApiError } from '@skein/errors';
import { type Directory, fileChecksums } from '@skein/search_library';
import type { CommitFile } from './held_commit.js';

/**
 * The identity of a file; undefined: unknown, so the file is always sent. A damaged file equals no
 * other.
 */
export function identityOf(directory: Directory, name: string): string | undefined {
  try {
    return fileChecksums(directory, name)?.identity;
  } catch (error) {
    if (error instanceof ApiError && error.type === 'corrupt_index_exception') return undefined;
    throw error;
  }
}

/** True if the directory has this very file. */
export function hasFile(
  directory: Directory,
  { name, lengthBytes, identity }: CommitFile,
): boolean {
  if (identity === undefined || !directory.exists(name)) return false;
  return directory.length(name) === lengthBytes && identityOf(directory, name) === identity;
}
