/**
 * Prepares the folder of a shard that is searched in its repository. The folder gets the commit,
 * the files inlined in the shard's list, and a note of the files that stay in the repository. As a
 * snapshot never changes, a folder that has been prepared stays valid.
 */
import { rmSync } from 'node:fs';
import { asApiError } from '@skein/errors';
import {
  FsDirectory,
  hasRemoteFiles,
  type RemoteFile,
  type RemoteFiles,
  readRemoteFiles,
  writeRemoteFiles,
} from '@skein/platform';
import { isCommitFile } from '@skein/search_library';
import {
  type ListedFile,
  partsOf,
  type RepositoryOptions,
  readShardFiles,
  shardFolder,
} from '@skein/snapshots';
import { readPieces } from './fetch_blocks.js';

export interface MountShardRequest {
  readonly snapshotUuid: string;
  readonly indexId: string;
  readonly shard: number;
  readonly generation: string;
  /** The shard's folder. */
  readonly path: string;
  /** The prefix of the names of its blocks. */
  readonly key: string;
}

export async function mountShard(
  repository: RepositoryOptions,
  request: MountShardRequest,
): Promise<Record<string, never>> {
  const { snapshotUuid, indexId, shard, path, key } = request;
  const folder = `${path}/index`;
  const place = {
    repository: repository.name,
    snapshotUuid,
    folder: shardFolder(indexId, shard),
    key,
  };
  if (isMounted(folder, place)) return {};
  const files = await readShardFiles(repository, request);
  const local = await localFiles(repository, place.folder, files);
  rmSync(folder, { recursive: true, force: true });
  keepLocal(folder, local);
  const remote = files.filter(({ name }) => !local.has(name));
  await writeRemoteFiles(folder, { ...place, files: remote.flatMap(remoteFile) });
  return {};
}

/**
 * The content of the files that are kept locally, by name. The commit file is among them, so that
 * finding a commit reads nothing from the repository.
 */
async function localFiles(
  repository: RepositoryOptions,
  folder: string,
  files: readonly ListedFile[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const local = new Map<string, Uint8Array>();
  for (const file of files) {
    const { name, content } = file;
    if (content.kind === 'inline') local.set(name, content.bytes);
    else if (isCommitFile(name)) local.set(name, await fetched(repository, folder, file));
  }
  return local;
}

function fetched(
  repository: RepositoryOptions,
  folder: string,
  file: ListedFile,
): Promise<Uint8Array> {
  const pieces = partsOf(file).map(({ blob, lengthBytes }) => ({
    blob: folder + blob,
    offset: 0,
    lengthBytes,
  }));
  return readPieces(repository, { pieces, lengthBytes: file.lengthBytes });
}

/**
 * True when the folder's note is of this place. A damaged note counts as missing, and is written
 * again.
 */
function isMounted(folder: string, place: Omit<RemoteFiles, 'files'>): boolean {
  if (!hasRemoteFiles(folder)) return false;
  try {
    const found = readRemoteFiles(folder);
    return (
      found.repository === place.repository &&
      found.snapshotUuid === place.snapshotUuid &&
      found.folder === place.folder &&
      found.key === place.key
    );
  } catch (error) {
    if (asApiError(error).type === 'corrupt_index_exception') return false;
    throw error;
  }
}

/** Writes the local files and syncs them, so that they are durable before the note is. */
function keepLocal(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  const directory = new FsDirectory(folder);
  for (const [name, bytes] of files) directory.writeFile(name, bytes);
  directory.sync([...files.keys()]);
  directory.syncDirectory();
}

function remoteFile({ name, lengthBytes, content }: ListedFile): readonly RemoteFile[] {
  if (content.kind === 'inline') return [];
  return [{ name, lengthBytes, blob: content.blob, partBytes: content.partBytes }];
}
