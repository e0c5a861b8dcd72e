/**
 * A file `corrupted_<id>` in a shard's folder: what was found wrong there. As long as it lies there the copy is not opened, so that damage found
 * once is not passed over at the next start. A copy that another one fills begins anew, and the marker goes with the rest.
 */
import { type Random, randomId } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { Directory } from '@skein/search_library';

const PREFIX = 'corrupted_';
const CORRUPTION: ReadonlySet<string> = new Set([
  'corrupt_index_exception',
  'translog_corrupted_exception',
]);

export function isCorruption(error: unknown): error is ApiError {
  return error instanceof ApiError && CORRUPTION.has(error.type);
}

/** Durable when this returns. One marker is enough. */
export function markCorrupted(directory: Directory, cause: ApiError, random: Random): void {
  if (markerIn(directory) !== undefined) return;
  const name = PREFIX + randomId(random);
  directory.writeFile(name, new TextEncoder().encode(`${cause.type}: ${cause.reason}`));
  directory.sync([name]);
  directory.syncDirectory();
}

/** Throws corrupt_index_exception if there is a marker. */
export function checkNotCorrupted(directory: Directory): void {
  const name = markerIn(directory);
  if (name === undefined) return;
  const bytes = new Uint8Array(directory.length(name));
  directory.readInto(name, 0, bytes);
  const found = new TextDecoder().decode(bytes);
  throw new ApiError('corrupt_index_exception', `[${name}] was written here: ${found}`);
}

function markerIn(directory: Directory): string | undefined {
  return directory.list().find((name) => name.startsWith(PREFIX));
}
