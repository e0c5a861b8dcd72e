/** Reads and writes the list of a shard in the repository. */
import { KIND } from '../format/envelope.js';
import { readMetadata, writeMetadata } from '../format/metadata.js';
import { listFromPlain, listToPlain, type ShardList } from '../format/shard_list.js';
import { listName } from '../names.js';
import type { RepositoryOptions } from '../repository.js';

export interface ShardPlace {
  readonly indexId: string;
  readonly shard: number;
}

export const EMPTY_LIST: ShardList = { snapshots: [] };

/** Throws BlobMissing. */
export function readList(
  repository: RepositoryOptions,
  { indexId, shard }: ShardPlace,
  generation: string,
): Promise<ShardList> {
  const name = listName(indexId, shard, generation);
  return readMetadata(repository, { kind: KIND.shardList, name }, listFromPlain);
}

/** Writes the list under a new generation, which is returned. */
export async function writeList(
  repository: RepositoryOptions,
  { indexId, shard }: ShardPlace,
  list: ShardList,
): Promise<string> {
  const generation = repository.newUuid();
  const name = listName(indexId, shard, generation);
  await writeMetadata(repository, { kind: KIND.shardList, name }, listToPlain(list));
  return generation;
}
