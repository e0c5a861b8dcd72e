/** Removes snapshots from a shard: writes its list without them. */
import { ApiError } from '@skein/errors';
import { BlobMissing } from '../blob_store.js';
import { partsOf, type ShardList } from '../format/shard_list.js';
import { listName, shardFolder } from '../names.js';
import type { RepositoryOptions } from '../repository.js';
import { readList, type ShardPlace, writeList } from '../shard/read_list.js';

export interface KeptShard {
  /** The shard's list in the next root; `undefined` if nothing is left of the shard. */
  readonly generation: string | undefined;
  /**
   * Names of blobs in the shard's folder that the next root needs; `undefined` if they are unknown
   * because the list cannot be read.
   */
  readonly needed: ReadonlySet<string> | undefined;
}

/** Writes a list of the remaining snapshots, if the present one has others too. */
export async function keepShard(
  repository: RepositoryOptions,
  place: ShardPlace,
  { generation, stays }: { readonly generation: string; readonly stays: (uuid: string) => boolean },
): Promise<KeptShard> {
  const list = await readableList(repository, place, generation);
  if (list === undefined) return { generation, needed: undefined };
  const left = { snapshots: list.snapshots.filter(({ uuid }) => stays(uuid)) };
  if (left.snapshots.length === 0) return { generation: undefined, needed: new Set() };
  const isSame = left.snapshots.length === list.snapshots.length;
  const next = isSame ? generation : await writeList(repository, place, left);
  return { generation: next, needed: blobsOf(place, next, left) };
}

/**
 * Reads the list; `undefined` if it is damaged or missing. Such a list does not prevent the
 * deletion of snapshots; its blobs stay, because it is unknown which of them are needed.
 */
async function readableList(
  repository: RepositoryOptions,
  place: ShardPlace,
  generation: string,
): Promise<ShardList | undefined> {
  try {
    return await readList(repository, place, generation);
  } catch (error) {
    const isDamaged = error instanceof ApiError && error.type === 'corrupt_repository_exception';
    if (!isDamaged && !(error instanceof BlobMissing)) throw error;
    const { name, log } = repository;
    log?.warn('shard list cannot be read: blobs of the shard are not removed', {
      repository: name,
      error: error.message,
    });
    return undefined;
  }
}

function blobsOf(
  { indexId, shard }: ShardPlace,
  generation: string,
  { snapshots }: ShardList,
): ReadonlySet<string> {
  const folder = shardFolder(indexId, shard);
  const names = new Set([listName(indexId, shard, generation)]);
  for (const file of new Set(snapshots.flatMap(({ files }) => files))) {
    for (const { blob } of partsOf(file)) names.add(folder + blob);
  }
  return names;
}
