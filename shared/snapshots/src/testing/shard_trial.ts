/**
 * For tests: a repository with one index of one shard, whose snapshots are made one after another.
 */
import { utf8 } from '@skein/bytes';
import { admitAll } from '../blob_store.js';
import { MemoryBlobStore, type MemoryBlobStoreOptions } from '../memory_blob_store.js';
import type { RepositoryOptions } from '../repository.js';
import { readRoot } from '../root/load_root.js';
import type { ShardFiles } from '../shard/shard_files.js';
import { type TakeRequest, takeShard } from '../shard/take_shard.js';
import { type FinalizeRequest, finalizeSnapshot } from '../snapshots/finalize_snapshot.js';
import type { ShardTaken } from '../snapshots/snapshot.js';
import {
  type Contents,
  detailsOf,
  digests,
  filesOf,
  noProgress,
  restored,
  testRepository,
  Uuids,
} from './test_repository.js';

export const INDEX_ID = 'id-of-books';

/** A snapshot of a shard that is not in any root yet. */
export interface Pending {
  readonly uuid: string;
  readonly taken: ShardTaken;
  readonly base: string | undefined;
  /** The generation of the root when the snapshot began. */
  readonly started: number;
}

export class ShardTrial {
  readonly store: MemoryBlobStore;
  readonly repository: RepositoryOptions;

  constructor(
    options: Partial<RepositoryOptions> = {},
    { store = {}, uuids = new Uuids() }: { store?: MemoryBlobStoreOptions; uuids?: Uuids } = {},
  ) {
    this.store = new MemoryBlobStore(store);
    this.repository = testRepository(this.store, uuids, options);
  }

  async list(): Promise<string | undefined> {
    const { indices } = await readRoot(this.repository);
    return indices.find(({ id }) => id === INDEX_ID)?.generations[0];
  }

  async take(
    name: string,
    files: ShardFiles | Contents,
    options: Partial<TakeRequest> = {},
  ): Promise<Pending> {
    const uuid = `of-${name}`;
    const { generation: started } = await readRoot(this.repository);
    const base = await this.list();
    const taken = await takeShard(this.repository, {
      snapshot: { name, uuid },
      indexId: INDEX_ID,
      shard: 0,
      generation: base,
      files: isFiles(files) ? files : filesOf(files),
      admit: admitAll,
      progress: noProgress,
      signal: new AbortController().signal,
      ...options,
    });
    return { uuid, taken, base, started };
  }

  finalize(
    { uuid, taken, base, started }: Pending,
    options: Partial<FinalizeRequest> & { metadata?: string } = {},
  ): Promise<number> {
    const metadata = utf8(options.metadata ?? '{"mappings":{}}');
    const shards = { shards: [taken.generation], bases: [base] };
    return finalizeSnapshot(this.repository, {
      expectedGeneration: started,
      startedGeneration: started,
      details: { ...detailsOf({ name: uuid.slice(3), uuid }), indices: ['books'] },
      globalMetadata: utf8('global'),
      indices: [{ name: 'books', id: INDEX_ID, metadata, ...shards }],
      ...options,
    });
  }

  async snapshot(name: string, files: ShardFiles | Contents, metadata?: string): Promise<Pending> {
    const pending = await this.take(name, files);
    await this.finalize(pending, metadata === undefined ? {} : { metadata });
    return pending;
  }

  async restored(snapshotUuid: string): Promise<Record<string, string>> {
    const generation = (await this.list()) ?? '';
    const place = { snapshotUuid, indexId: INDEX_ID, shard: 0, generation };
    return digests(await restored(this.repository, place));
  }
}

function isFiles(files: ShardFiles | Contents): files is ShardFiles {
  return Array.isArray(files.files);
}

/** Bytes that differ by their seed. */
export function someBytes(length: number, seed: number): Uint8Array {
  return new Uint8Array(length).map((_, i) => (i * 7 + seed * 13) % 251);
}
