/**
 * The folder of a shard that is searched in a repository: it gets the files that are in the shard's list, and the note of those that stay where they are. Both are of a
 * snapshot, which does not change: what is there already is right.
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
import {
  type ListedFile,
  type RepositoryOptions,
  readShardFiles,
  shardFolder,
} from '@skein/snapshots';

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
  rmSync(folder, { recursive: true, force: true });
  keepLocal(folder, files);
  await writeRemoteFiles(folder, { ...place, files: files.flatMap(remoteFile) });
  return {};
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
function keepLocal(folder: string, files: readonly ListedFile[]): void {
  const directory = new FsDirectory(folder);
  const names: string[] = [];
  for (const { name, content } of files) {
    if (content.kind !== 'inline') continue;
    directory.writeFile(name, content.bytes);
    names.push(name);
  }
  directory.sync(names);
  directory.syncDirectory();
}

function remoteFile({ name, lengthBytes, content }: ListedFile): readonly RemoteFile[] {
  if (content.kind === 'inline') return [];
  return [{ name, lengthBytes, blob: content.blob, partBytes: content.partBytes }];
}
