/**
 * A file `corrupted_<id>` in a shard's folder, with the damage that was found. While it exists the
 * copy is not opened, so that a restart does not ignore damage found once. A copy that is filled
 * from another one starts empty, which removes the marker too.
 */
import { type Random, randomId } from '@skein/base';
import type { Engine } from '@skein/engine';
import { ApiError, asApiError } from '@skein/errors';
import type { Directory } from '@skein/search_library';
import type { ShardOptions } from './shard_options.js';

const PREFIX = 'corrupted_';
const CORRUPTION: ReadonlySet<string> = new Set([
  'corrupt_index_exception',
  'translog_corrupted_exception',
]);

function isCorruption(error: unknown): error is ApiError {
  return error instanceof ApiError && CORRUPTION.has(error.type);
}

/** Writes a marker, durably. One marker is enough. */
function markCorrupted(directory: Directory, cause: ApiError, random: Random): void {
  if (markerIn(directory) !== undefined) return;
  const name = PREFIX + randomId(random);
  directory.writeFile(name, new TextEncoder().encode(`${cause.type}: ${cause.reason}`));
  directory.sync([name]);
  directory.syncDirectory();
}

/** Throws corrupt_index_exception if there is a marker. */
function checkNotCorrupted(directory: Directory): void {
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

/** Options for opening a copy that may be marked or may turn out to be damaged. */
type Marked = Pick<ShardOptions, 'create' | 'indexDirectory' | 'random'>;

/** Opens a copy unless it is marked as damaged; marks it if opening finds damage. */
export function openUnlessCorrupted(
  { create, indexDirectory, random }: Marked,
  open: () => Engine,
): Engine {
  if (!create) checkNotCorrupted(indexDirectory);
  try {
    return open();
  } catch (error) {
    if (isCorruption(error)) markCorrupted(indexDirectory, error, random);
    throw error;
  }
}

/**
 * Marks the copy if the failure is a corruption. A failure to write the marker is ignored: the copy
 * has failed either way.
 */
export function markIfCorrupted(
  failure: ApiError,
  { indexDirectory, random, log }: Pick<ShardOptions, 'indexDirectory' | 'random' | 'log'>,
): void {
  if (!isCorruption(failure)) return;
  try {
    markCorrupted(indexDirectory, failure, random);
  } catch (error) {
    log.error('corruption marker not written', { error: asApiError(error).reason });
  }
}
