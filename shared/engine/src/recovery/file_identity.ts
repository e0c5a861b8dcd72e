/**
 * Whether two files of an index are the same without reading them. A `.seg` ends with a checksum of all that is before, and so does a `.liv`; a `.src` is bound to
 * its `.seg`, which holds its length and checksum. Copies of a shard name their segments by themselves: the same name says nothing.
 */
import type { Directory } from '@skein/search_library';
import type { CommitFile } from './held_commit.js';

const CHECKSUM_BYTES = 4;

/** Undefined: a file of this kind is always sent. */
export function identityOf(directory: Directory, name: string): number | undefined {
  const segment = /^(.*)\.src$/.exec(name);
  if (segment !== null) return checksumAtEnd(directory, `${segment[1]}.seg`);
  return /\.(?:seg|liv)$/.test(name) ? checksumAtEnd(directory, name) : undefined;
}

/** Whether the directory has this very file. */
export function hasFile(
  directory: Directory,
  { name, lengthBytes, identity }: CommitFile,
): boolean {
  if (identity === undefined || !directory.exists(name)) return false;
  return directory.length(name) === lengthBytes && identityOf(directory, name) === identity;
}

function checksumAtEnd(directory: Directory, name: string): number | undefined {
  if (!directory.exists(name)) return undefined;
  const length = directory.length(name);
  if (length < CHECKSUM_BYTES) return undefined;
  const bytes = new Uint8Array(CHECKSUM_BYTES);
  directory.readInto(name, length - CHECKSUM_BYTES, bytes);
  return new DataView(bytes.buffer).getUint32(0, true);
}
