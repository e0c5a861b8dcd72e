/**
 * Removes snapshots from an index: computes the index for the next root, and lists the blobs that
 * no snapshot will need.
 */
import type { BlobEntry } from '../blob_store.js';
import type { StoredIndex } from '../format/root_blob.js';
import { indexFolder, indexMetadataName, isOurs, shardFolder } from '../names.js';
import type { RepositoryOptions } from '../repository.js';
import { someAtOnce } from '../some_at_once.js';
import { type KeptShard, keepShard } from './kept_shard.js';

export interface KeptIndex {
  /** The index in the next root; `undefined` if no remaining snapshot has the index. */
  readonly index: StoredIndex | undefined;
  /**
   * The blobs that no snapshot needs. They are listed before the next root is written, so that
   * blobs of a later root are not among them.
   */
  readonly needless: readonly BlobEntry[];
}

export async function keepIndex(
  repository: RepositoryOptions,
  known: StoredIndex,
  stays: (uuid: string) => boolean,
): Promise<KeptIndex> {
  const { id } = known;
  const places = known.snapshots.flatMap((uuid, place) => (stays(uuid) ? [place] : []));
  if (places.length === 0) {
    return { index: undefined, needless: await listNeedless(repository, id, () => false) };
  }
  const shards = await someAtOnce([...known.generations.keys()], async (shard) => {
    const generation = known.generations[shard];
    if (generation === undefined) return NOTHING_KEPT;
    return keepShard(repository, { indexId: id, shard }, { generation, stays });
  });
  const index: StoredIndex = {
    ...known,
    snapshots: places.map((place) => known.snapshots[place] ?? ''),
    metadata: places.map((place) => known.metadata[place] ?? ''),
    generations: shards.map(({ generation }) => generation),
  };
  return { index, needless: await listNeedless(repository, id, neededBy(index, shards)) };
}

const NOTHING_KEPT: KeptShard = { generation: undefined, needed: new Set() };

function neededBy(
  { id, metadata }: StoredIndex,
  shards: readonly KeptShard[],
): (name: string) => boolean {
  const names = new Set(metadata.map((key) => indexMetadataName(id, key)));
  const untouched: string[] = [];
  shards.forEach(({ needed }, shard) => {
    if (needed === undefined) untouched.push(shardFolder(id, shard));
    else for (const name of needed) names.add(name);
  });
  return (name) => names.has(name) || untouched.some((folder) => name.startsWith(folder));
}

async function listNeedless(
  { store }: RepositoryOptions,
  indexId: string,
  isNeeded: (name: string) => boolean,
): Promise<BlobEntry[]> {
  const needless: BlobEntry[] = [];
  for await (const entry of store.list(indexFolder(indexId))) {
    if (isOurs(entry.name) && !isNeeded(entry.name)) needless.push(entry);
  }
  return needless;
}
