/**
 * A file next to the few local ones of a shard that is searched in a repository. It lists the
 * shard's remote files and the places of their bytes. Its content never changes, since the shard of
 * a snapshot does not; so it is written once, durably, and any thread can read it.
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
  /** Name of the blob in the shard's folder in the repository. */
  readonly blob: string;
  /** Length of every part except the last; 0: there is a single part with the blob's own name. */
  readonly partBytes: number;
}

export interface RemoteFiles {
  /** The name of the repository. */
  readonly repository: string;
  readonly snapshotUuid: string;
  /** The shard's folder in the repository, with a slash at the end. */
  readonly folder: string;
  /** Prefix of the names of the shard's blocks, with a slash at the end. */
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

/** Throws corrupt_index_exception if the content is damaged or has another version. */
export function readRemoteFiles(path: string): RemoteFiles {
  const whole = readFileSync(join(path, NAME), 'utf8');
  const end = whole.indexOf('\n');
  const text = whole.slice(end + 1);
  if (end < 0 || whole.slice(0, end) !== crc32(Buffer.from(text)).toString(16)) {
    throw new ApiError('corrupt_index_exception', `checksum of [${NAME}] in [${path}] failed`);
  }
  // The checksum says that the text is what this module wrote.
  const { version, ...remote } = JSON.parse(text) as RemoteFiles & { readonly version: number };
  if (version === VERSION) return remote;
  throw new ApiError(
    'corrupt_index_exception',
    `[${NAME}] in [${path}] has version [${version}], which is not [${VERSION}]`,
  );
}
