/**
 * Checks that this build can use a data directory. The file `data_format` holds the version of the
 * whole layout; the files within have their own versions. A directory with another layout is
 * refused before anything in it is touched: a node that ignored unknown files would start empty
 * beside them.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '@skein/errors';
import { DurableFile } from '@skein/platform';

const FILE = 'data_format';
/**
 * Version 1 kept the cluster state in one file, `cluster_state`; version 2 keeps a journal in
 * `coordination`.
 */
const CURRENT = 2;

/**
 * Rejects with illegal_state_exception if this build cannot use the directory. Otherwise marks the
 * directory.
 */
export async function checkDataFormat(path: string): Promise<void> {
  const file = new DurableFile(join(path, FILE));
  const marked = await file.load();
  const found = marked === undefined ? unmarkedFormat(path) : readFormat(path, marked);
  if (found !== undefined && found !== CURRENT) throw refused(path, found);
  if (marked === undefined) {
    await file.save(new TextEncoder().encode(JSON.stringify({ version: CURRENT })));
  }
}

/** The format of a directory without the file: undefined if it is new, else an older one. */
function unmarkedFormat(path: string): number | undefined {
  const has = (name: string) => existsSync(join(path, name));
  if (has('coordination')) return 2;
  return has('cluster_state') || has('indices') ? 1 : undefined;
}

function readFormat(path: string, bytes: Uint8Array): number {
  const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const isObject = typeof json === 'object' && json !== null;
  const version = isObject && 'version' in json ? json.version : undefined;
  if (typeof version === 'number' && Number.isInteger(version)) return version;
  throw new ApiError(
    'corrupt_state_exception',
    `file [${join(path, FILE)}] does not say which format the data has`,
  );
}

function refused(path: string, found: number): ApiError {
  const by = found < CURRENT ? 'an earlier build' : 'a later build';
  return new ApiError(
    'illegal_state_exception',
    `data path [${path}] has format version [${found}], of ${by}; this one reads and writes version [${CURRENT}]: use the build that wrote it, or another data path and restore a snapshot`,
  );
}
