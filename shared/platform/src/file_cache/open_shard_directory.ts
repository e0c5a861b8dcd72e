/** Opens the folder of a shard, whose files are local or in a repository. */
import type { Directory } from '@skein/search_library';
import { FsDirectory } from '../fs_directory.js';
import { BlockDirectory } from './block_directory.js';
import type { BlockReader } from './block_reader.js';
import { hasRemoteFiles, readRemoteFiles } from './remote_files.js';

export function openShardDirectory(
  path: string,
  reader: BlockReader,
  limits?: { readonly maxReadBytes: number },
): Directory {
  const local = new FsDirectory(path, limits);
  return hasRemoteFiles(path) ? new BlockDirectory(local, readRemoteFiles(path), reader) : local;
}
