/**
 * The files of a commit in a shard's folder, as a snapshot copies them. The commit must stay while
 * they are read: the shard's engine holds it, or nothing writes to the folder.
 */
import { existsSync } from 'node:fs';
import { ApiError } from '@skein/errors';
import { FsDirectory } from '@skein/platform';
import { commitFiles, readCommit, readNewestCommit } from '@skein/search_library';
import type { ShardFiles } from '@skein/snapshots';

interface OpenSource {
  readonly files: ShardFiles;
  close(): void;
}

function lost(folder: string): ApiError {
  return new ApiError('corrupt_index_exception', `no commit of the shard is in [${folder}]`);
}

/** Opens the commit of this generation, or the newest commit if `generation` is undefined. */
export function openDirectorySource(path: string, generation: number | undefined): OpenSource {
  const folder = `${path}/index`;
  if (!existsSync(folder)) throw lost(folder);
  const directory = new FsDirectory(folder);
  const commit =
    generation === undefined ? readNewestCommit(directory) : readCommit(directory, generation);
  if (commit === undefined) throw lost(folder);
  const names = commitFiles(commit);
  return {
    files: {
      files: names.map((name) => ({
        name,
        source: {
          lengthBytes: directory.length(name),
          readInto: (offset, target) => directory.readInto(name, offset, target),
        },
      })),
    },
    close: () => directory.closeReads(),
  };
}
