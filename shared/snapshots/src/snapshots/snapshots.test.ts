import { utf8Decode } from '@skein/bytes';
import { readRoot } from '../root/load_root.js';
import { readShardStats } from '../shard/listed_snapshot.js';
import { INDEX_ID, ShardTrial, someBytes } from '../testing/shard_trial.js';
import { detailsOf, digests } from '../testing/test_repository.js';
import { cleanUp } from './clean_up.js';
import { deleteSnapshots } from './delete_snapshots.js';
import { readDetails, readGlobalMetadata, readIndexMetadata } from './read_snapshot.js';

const FIRST = { segments_1: someBytes(200, 1), a: someBytes(5_000, 2), b: someBytes(3_000_000, 3) };
const SECOND = {
  segments_2: someBytes(200, 9),
  b: FIRST.b,
  renamed: FIRST.a,
  c: someBytes(4_097, 5),
};

test('snapshots are taken, found, restored and deleted', async () => {
  const trial = new ShardTrial();
  const { repository } = trial;
  const one = await trial.snapshot('one', FIRST);
  expect(one.taken).toMatchObject({ files: 3, bytes: 3_005_200, newFiles: 3, newBytes: 3_005_200 });
  const two = await trial.snapshot('two', SECOND);
  expect(two.taken).toMatchObject({ files: 4, newFiles: 2, newBytes: 4_297 });
  expect(await trial.restored(one.uuid)).toEqual(digests(FIRST));
  expect(await trial.restored(two.uuid)).toEqual(digests(SECOND));
  expect(await readRoot(repository)).toMatchObject({
    generation: 1,
    snapshots: [
      { name: 'one', uuid: one.uuid, state: 'SUCCESS', indices: ['books'] },
      { name: 'two', uuid: two.uuid },
    ],
    indices: [{ name: 'books', id: INDEX_ID, snapshots: [one.uuid, two.uuid] }],
  });

  const deleted = await deleteSnapshots(repository, { expectedGeneration: 1, uuids: [one.uuid] });
  expect(deleted.generation).toBe(2);
  expect(await trial.restored(two.uuid)).toEqual(digests(SECOND));
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

test('details, metadata and sizes are read back', async () => {
  const trial = new ShardTrial();
  const { repository } = trial;
  const failure = {
    index: 'books',
    shard: 1,
    nodeId: undefined,
    reason: 'primary shard is not allocated',
    status: 'INTERNAL_SERVER_ERROR',
  };
  const details = {
    ...detailsOf({ name: 'one', uuid: 'of-one' }),
    state: 'PARTIAL' as const,
    reason: 'Partial snapshot',
    indices: ['books'],
    dataStreams: ['logs'],
    isPartial: true,
    metadata: '{"by":"me"}',
    totalShards: 2,
    failures: [failure, { ...failure, nodeId: 'node-1' }],
  };
  const pending = await trial.take('one', FIRST);
  await trial.finalize(pending, { details });
  expect(await readDetails(repository, 'of-one')).toEqual(details);
  expect(utf8Decode(await readGlobalMetadata(repository, 'of-one'))).toBe('global');
  const metadata = await readIndexMetadata(repository, 'of-one', 'books');
  expect(utf8Decode(metadata)).toBe('{"mappings":{}}');
  expect((await readRoot(repository)).snapshots).toEqual([
    {
      name: 'one',
      uuid: 'of-one',
      key: expect.any(String),
      state: 'PARTIAL',
      startMs: details.startMs,
      endMs: details.endMs,
      version: '7.10.2',
      indices: ['books'],
      dataStreams: ['logs'],
    },
  ]);
  const place = {
    uuid: 'of-one',
    indexId: INDEX_ID,
    shard: 0,
    generation: pending.taken.generation,
  };
  const { startMs, timeMs, ...sizes } = await readShardStats(repository, place);
  expect(sizes).toEqual({ files: 3, bytes: 3_005_200, newFiles: 3, newBytes: 3_005_200 });
  expect([startMs > 1_700_000_000_000 - 1, timeMs > 0]).toEqual([true, true]);
});

test('what is not there is told so', async () => {
  const trial = new ShardTrial();
  const { repository } = trial;
  const { taken } = await trial.snapshot('one', FIRST);
  await expect(readDetails(repository, 'none')).rejects.toMatchObject({
    type: 'snapshot_missing_exception',
    reason: '[backup:none] is missing',
  });
  await expect(readGlobalMetadata(repository, 'none')).rejects.toMatchObject({
    type: 'snapshot_missing_exception',
  });
  for (const [uuid, index] of [
    ['none', 'books'],
    ['of-one', 'people'],
  ] as const) {
    await expect(readIndexMetadata(repository, uuid, index)).rejects.toMatchObject({
      type: 'index_not_found_exception',
      reason: `[backup] snapshot [${uuid}] does not have index [${index}]`,
    });
  }
  const place = { uuid: 'none', indexId: INDEX_ID, shard: 0, generation: taken.generation };
  await expect(readShardStats(repository, place)).rejects.toMatchObject({
    type: 'repository_exception',
    reason: `[backup] snapshot [none] has no shard [0] of index [${INDEX_ID}]`,
  });
});
