/** For tests: reads the content of a repository by its own rules. */

import { partsOf } from '../format/shard_list.js';
import type { MemoryBlobStore } from '../memory_blob_store.js';
import {
  detailsName,
  generationOf,
  globalMetadataName,
  indexMetadataName,
  LATEST_NAME,
  listName,
  shardFolder,
} from '../names.js';
import type { RepositoryOptions } from '../repository.js';
import { ROOTS_KEPT } from '../root/commit_root.js';
import { readRoot } from '../root/load_root.js';
import { readList } from '../shard/read_list.js';
import { readDetails, readGlobalMetadata, readIndexMetadata } from '../snapshots/read_snapshot.js';
import type { Held } from './cluster_model.js';
import { digests, restored } from './test_repository.js';

/** Restores all snapshots of the root; reads their details and metadata too. */
export async function restoredAll(repository: RepositoryOptions): Promise<Map<string, Held>> {
  const root = await readRoot(repository);
  const all = new Map<string, Held>();
  for (const { uuid, name } of root.snapshots) {
    const details = await readDetails(repository, uuid);
    expect(details.name).toBe(name);
    await readGlobalMetadata(repository, uuid);
    const held: Record<string, (Record<string, string> | undefined)[]> = {};
    for (const index of root.indices.filter(({ snapshots }) => snapshots.includes(uuid))) {
      await readIndexMetadata(repository, uuid, index.name, root);
      held[index.name] = await Promise.all(
        index.generations.map(async (generation, shard) => {
          if (generation === undefined) return undefined;
          const list = await readList(repository, { indexId: index.id, shard }, generation);
          if (!list.snapshots.some((one) => one.uuid === uuid)) return undefined;
          const place = { snapshotUuid: uuid, indexId: index.id, shard, generation };
          return digests(await restored(repository, place));
        }),
      );
    }
    all.set(uuid, held);
  }
  return all;
}

/**
 * Shards that are missing at the end of one side only are ignored: the index has got more shards
 * since.
 */
export function expectHeld(actual: Held | undefined, expected: Held | undefined): void {
  expect(trimmed(actual)).toEqual(trimmed(expected));
}

function trimmed(held: Held | undefined): unknown {
  if (held === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(held).map(([name, shards]) => [
      name,
      shards.slice(0, shards.findLastIndex((shard) => shard !== undefined) + 1),
    ]),
  );
}

/** Blobs that the newest root does not refer to. */
export async function unreferenced(
  repository: RepositoryOptions,
  { blobs }: MemoryBlobStore,
): Promise<string[]> {
  const root = await readRoot(repository);
  const known = new Set([LATEST_NAME]);
  for (const snapshot of root.snapshots) {
    known.add(detailsName(snapshot)).add(globalMetadataName(snapshot));
  }
  for (const { id, metadata, generations } of root.indices) {
    for (const key of metadata) known.add(indexMetadataName(id, key));
    for (const [shard, generation] of generations.entries()) {
      if (generation === undefined) continue;
      known.add(listName(id, shard, generation));
      const { snapshots } = await readList(repository, { indexId: id, shard }, generation);
      for (const file of snapshots.flatMap(({ files }) => files)) {
        for (const { blob } of partsOf(file)) known.add(shardFolder(id, shard) + blob);
      }
    }
  }
  const isKeptRoot = (name: string) => {
    const generation = generationOf(name);
    return generation !== undefined && generation > root.generation - ROOTS_KEPT;
  };
  return [...blobs.keys()].filter((name) => !known.has(name) && !isKeptRoot(name)).sort();
}
