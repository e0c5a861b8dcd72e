import { utf8, utf8Decode } from '@skein/bytes';
import { admitAll } from '../blob_store.js';
import { MemoryBlobStore } from '../memory_blob_store.js';
import { readRoot } from '../root/load_root.js';
import { takeShard } from '../shard/take_shard.js';
import {
  type Contents,
  detailsOf,
  digests,
  filesOf,
  noProgress,
  restored,
  testRepository,
  Uuids,
} from '../testing/test_repository.js';
import { cleanUp } from './clean_up.js';
import { deleteSnapshots } from './delete_snapshots.js';
import { finalizeSnapshot } from './finalize_snapshot.js';
import { readDetails, readGlobalMetadata, readIndexMetadata } from './read_snapshot.js';

const { signal } = new AbortController();

function bytes(length: number, seed: number): Uint8Array {
  return new Uint8Array(length).map((_, i) => (i * 7 + seed * 13) % 251);
}

class Trial {
  readonly store = new MemoryBlobStore();
  readonly repository = testRepository(this.store, new Uuids());

  /** A snapshot of one shard of the index [books], made from beginning to end. */
  async snapshot(name: string, contents: Contents) {
    const uuid = `of-${name}`;
    const root = await readRoot(this.repository);
    const index = root.indices.find((one) => one.name === 'books');
    const base = index?.generations[0];
    const taken = await takeShard(this.repository, {
      snapshot: { name, uuid },
      indexId: 'index-of-books',
      shard: 0,
      generation: base,
      files: filesOf(contents),
      admit: admitAll,
      progress: noProgress,
      signal,
    });
    const generation = await finalizeSnapshot(this.repository, {
      expectedGeneration: root.generation,
      startedGeneration: root.generation,
      details: { ...detailsOf({ name, uuid }), indices: ['books'] },
      globalMetadata: utf8('global'),
      indices: [
        {
          name: 'books',
          id: 'index-of-books',
          metadata: utf8('{"mappings":{}}'),
          shards: [taken.generation],
          bases: [base],
        },
      ],
    });
    return { uuid, taken, generation };
  }

  async restored(snapshotUuid: string) {
    const root = await readRoot(this.repository);
    const generation = root.indices[0]?.generations[0] ?? '';
    const contents = await restored(this.repository, {
      snapshotUuid,
      indexId: 'index-of-books',
      shard: 0,
      generation,
    });
    return digests(contents);
  }
}

test('a snapshot is taken, found, restored and deleted', async () => {
  const trial = new Trial();
  const { repository } = trial;
  const first = { segments_1: bytes(200, 1), a: bytes(5_000, 2), b: bytes(3_000_000, 3) };
  const one = await trial.snapshot('one', first);
  expect(one.taken).toMatchObject({ files: 3, bytes: 3_005_200, newFiles: 3, newBytes: 3_005_200 });
  const second = { segments_2: bytes(200, 9), b: first.b, renamed: first.a, c: bytes(4_097, 5) };
  const two = await trial.snapshot('two', second);
  expect(two.taken).toMatchObject({ files: 4, newFiles: 2, newBytes: 4_297 });
  expect(await trial.restored(one.uuid)).toEqual(digests(first));
  expect(await trial.restored(two.uuid)).toEqual(digests(second));

  const root = await readRoot(repository);
  expect(root).toMatchObject({
    generation: 1,
    snapshots: [
      { name: 'one', uuid: one.uuid, state: 'SUCCESS', indices: ['books'] },
      { name: 'two', uuid: two.uuid },
    ],
    indices: [{ name: 'books', id: 'index-of-books', snapshots: [one.uuid, two.uuid] }],
  });
  expect(await readDetails(repository, two.uuid)).toEqual({
    ...detailsOf({ name: 'two', uuid: two.uuid }),
    indices: ['books'],
  });
  expect(utf8Decode(await readGlobalMetadata(repository, one.uuid))).toBe('global');
  const metadata = await readIndexMetadata(repository, two.uuid, 'books');
  expect(utf8Decode(metadata)).toBe('{"mappings":{}}');

  const deleted = await deleteSnapshots(repository, { expectedGeneration: 1, uuids: [one.uuid] });
  expect(deleted.generation).toBe(2);
  expect(await trial.restored(two.uuid)).toEqual(digests(second));
  await deleteSnapshots(repository, { expectedGeneration: 2, uuids: [two.uuid] });
  expect([...trial.store.blobs.keys()].sort()).toEqual([
    'index-0',
    'index-1',
    'index-2',
    'index-3',
    'index.latest',
  ]);
  expect(await cleanUp(repository, 3)).toEqual({ generation: 3, deletedBlobs: 0, deletedBytes: 0 });
});
