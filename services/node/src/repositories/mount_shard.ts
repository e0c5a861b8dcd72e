/**
 * The folder of a shard that is searched in a repository: it gets its commit and the files that are
 * in the shard's list, and the note of those that stay where they are. All of it is of a snapshot,
 * which does not change: what is there already is right.
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
  /** Folder of the shard. */
  readonly path: string;
  /** What the names of its blocks begin with. */
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

/** By name. Who looks for a commit reads nothing of the repository. */
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

/** A note that was damaged is written again. */
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

/** Durable before the note is. */
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
