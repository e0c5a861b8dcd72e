/** Whether two files of an index are the same without reading them. Copies of a shard name their segments by themselves: the same name says nothing. */
import { ApiError } from '@skein/errors';
import { type Directory, fileChecksums } from '@skein/search_library';
import type { CommitFile } from './held_commit.js';

/** Undefined: nobody knows, so that it is always sent. A damaged file is like no other. */
export function identityOf(directory: Directory, name: string): string | undefined {
  try {
    return fileChecksums(directory, name)?.identity;
  } catch (error) {
    if (error instanceof ApiError && error.type === 'corrupt_index_exception') return undefined;
    throw error;
  }
}

/** Whether the directory has this very file. */
export function hasFile(
  directory: Directory,
  { name, lengthBytes, identity }: CommitFile,
): boolean {
  if (identity === undefined || !directory.exists(name)) return false;
  return directory.length(name) === lengthBytes && identityOf(directory, name) === identity;
}
