/** Finds one snapshot in the list of a shard. */
import { BlobMissing } from '../blob_store.js';
import { guarded, repositoryError } from '../faults.js';
import type { ListedFile, ListedSnapshot, ShardList } from '../format/shard_list.js';
import type { RepositoryOptions } from '../repository.js';
import { loadRoot } from '../root/load_root.js';
import type { ShardStats } from '../snapshots/snapshot.js';
import { totalBytes } from './plan_shard.js';
import { readList, type ShardPlace } from './read_list.js';

export interface ListedRequest extends ShardPlace {
  readonly snapshotUuid: string;
  /**
   * The list's generation in the root that the caller read, which a newer root may have replaced
   * since.
   */
  readonly generation: string;
}

/** Limit of attempts to read a list: it may be replaced after the root that names it was read. */
const MAX_ATTEMPTS = 5;

/** Start, time and sizes of a finished snapshot of a shard. */
export function readShardStats(
  repository: RepositoryOptions,
  { uuid, ...place }: ShardPlace & { readonly uuid: string; readonly generation: string },
): Promise<ShardStats> {
  return guarded(repository, 'read the files of a shard', async () => {
    const listed = await listedSnapshot(repository, { ...place, snapshotUuid: uuid });
    const { startMs, timeMs, newFiles, newBytes, files } = listed;
    return { startMs, timeMs, files: files.length, bytes: totalBytes(files), newFiles, newBytes };
  });
}

/** The files of a shard in a finished snapshot, and the location of their bytes. */
export function readShardFiles(
  repository: RepositoryOptions,
  request: ListedRequest,
): Promise<readonly ListedFile[]> {
  return guarded(repository, 'read the files of a shard', async () => {
    const { files } = await listedSnapshot(repository, request);
    return files;
  });
}

/**
 * Finds the snapshot. Lists are replaced when snapshots are added and deleted; the list that the
 * newest root names has the snapshot while it exists.
 */
export async function listedSnapshot(
  repository: RepositoryOptions,
  request: ListedRequest,
): Promise<ListedSnapshot> {
  const { snapshotUuid, indexId, shard } = request;
  const { snapshots } = await newestList(repository, request);
  const found = snapshots.find(({ uuid }) => uuid === snapshotUuid);
  if (found !== undefined) return found;
  const reason = `snapshot [${snapshotUuid}] has no shard [${shard}] of index [${indexId}]`;
  throw repositoryError(repository, reason);
}

async function newestList(
  repository: RepositoryOptions,
  request: ListedRequest,
): Promise<ShardList> {
  let { generation } = request;
  for (let attempt = 1; ; attempt++) {
    try {
      return await readList(repository, request, generation);
    } catch (error) {
      if (!(error instanceof BlobMissing) || attempt === MAX_ATTEMPTS) throw error;
      const { root } = await loadRoot(repository, -1);
      const index = root.indices.find(({ id }) => id === request.indexId);
      const newest = index?.generations[request.shard];
      if (newest === undefined || newest === generation) throw error;
      generation = newest;
    }
  }
}
