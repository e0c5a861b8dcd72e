/**
 * A file beside the few local ones of a shard that is searched in a repository: which files it has besides, and where their bytes are. What it says never changes, for
 * the shard of a snapshot does not; so it is written once, durably, and any thread can read it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { writeDurably } from '../durable_write.js';

const NAME = 'remote_files';
const VERSION = 1;

export interface RemoteFile {
  readonly name: string;
  readonly lengthBytes: number;
  /** In the folder of the shard in the repository. */
  readonly blob: string;
  /** Length of every part but the last; 0: there is one, which has the blob's own name. */
  readonly partBytes: number;
}

export interface RemoteFiles {
  /** The name of the repository. */
  readonly repository: string;
  readonly snapshotUuid: string;
  /** Of the shard in the repository, with a slash at the end. */
  readonly folder: string;
  /** What the names of the shard's blocks begin with, with a slash at the end. */
  readonly key: string;
  readonly files: readonly RemoteFile[];
}

export function hasRemoteFiles(path: string): boolean {
  return existsSync(join(path, NAME));
}

export async function writeRemoteFiles(path: string, remote: RemoteFiles): Promise<void> {
  const text = JSON.stringify({ version: VERSION, ...remote });
  const bytes = Buffer.from(`${crc32(Buffer.from(text)).toString(16)}\n${text}`);
  await writeDurably(join(path, NAME), bytes);
}

/** Throws corrupt_index_exception for what is not what was written. */
export function readRemoteFiles(path: string): RemoteFiles {
  const whole = readFileSync(join(path, NAME), 'utf8');
  const end = whole.indexOf('\n');
  const text = whole.slice(end + 1);
  if (end < 0 || whole.slice(0, end) !== crc32(Buffer.from(text)).toString(16)) {
    throw new ApiError('corrupt_index_exception', `checksum of [${NAME}] in [${path}] failed`);
  }
  return JSON.parse(text) as RemoteFiles;
}
