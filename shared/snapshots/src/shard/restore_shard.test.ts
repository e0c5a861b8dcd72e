import { admitAll, BlobMissing } from '../blob_store.js';
import { cleanUp } from '../snapshots/clean_up.js';
import { deleteSnapshots } from '../snapshots/delete_snapshots.js';
import { INDEX_ID, ShardTrial, someBytes } from '../testing/shard_trial.js';
import { digests, MemorySink, noProgress } from '../testing/test_repository.js';
import { type RestoreRequest, restoreShard } from './restore_shard.js';

const MIB = 1024 * 1024;
const FILES = { a: someBytes(2 * MIB + 5, 1), b: someBytes(5_000, 2), c: someBytes(9, 3) };

function requestOf(generation: string, options: Partial<RestoreRequest> = {}): RestoreRequest {
  return {
    snapshotUuid: 'of-one',
    indexId: INDEX_ID,
    shard: 0,
    generation,
    sink: new MemorySink(),
    admit: admitAll,
    progress: noProgress,
    signal: new AbortController().signal,
    ...options,
  };
}

test('any damaged or missing blob of a shard is noticed, and named', async () => {
  const trial = new ShardTrial({ chunkBytes: MIB, isCompressed: false });
  await trial.snapshot('one', FILES);
  const { blobs } = trial.store;
  const names = [...blobs.keys()].filter((name) => /\/(?:data|index)-/.test(name));
  expect(names).toHaveLength(5);
  for (const name of names) {
    const sound = blobs.get(name) ?? new Uint8Array(0);
    for (const at of [0, sound.length >> 1, sound.length - 1]) {
      const damaged = sound.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      blobs.set(name, damaged);
      await expect(trial.restored('of-one')).rejects.toMatchObject({
        type: 'corrupt_repository_exception',
        reason: expect.stringContaining(name.replace(/\.part\d$/, '')),
      });
    }
    blobs.delete(name);
    await expect(trial.restored('of-one')).rejects.toMatchObject({
      type: 'corrupt_repository_exception',
      reason: `[backup] blob [${name}] is missing`,
    });
    blobs.set(name, sound.subarray(1));
    await expect(trial.restored('of-one')).rejects.toMatchObject({
      type: expect.stringMatching('^(corrupt_)?repository_exception$'),
    });
    blobs.set(name, sound);
  }
  expect(await trial.restored('of-one')).toEqual(digests(FILES));
});

test('a list that was followed since is found again', async () => {
  const trial = new ShardTrial();
  const { taken } = await trial.snapshot('one', FILES);
  await trial.snapshot('two', { a: FILES.a });
  await trial.snapshot('three', { b: FILES.b });
  await deleteSnapshots(trial.repository, { expectedGeneration: 2, uuids: ['of-two'] });
  await cleanUp(trial.repository, 3);
  await expect(
    trial.store.read(`indices/${INDEX_ID}/0/index-${taken.generation}`, MIB),
  ).rejects.toBeInstanceOf(BlobMissing);
  const sink = new MemorySink();
  await restoreShard(trial.repository, requestOf(taken.generation, { sink }));
  expect(digests(sink.finished)).toEqual(digests(FILES));
});

test('bytes come at the pace and are counted', async () => {
  const trial = new ShardTrial();
  const { taken } = await trial.snapshot('one', { ...FILES, a: someBytes(9 * MIB + 5, 1) });
  let admitted = 0;
  const done = { files: 0, bytes: 0 };
  let planned: unknown;
  const progress = {
    planned: (counts: unknown) => {
      planned = counts;
    },
    filesDone: (files: number, bytes: number) => {
      done.files += files;
      done.bytes += bytes;
    },
  };
  const admit = async (bytes: number) => {
    expect(bytes).toBeLessThanOrEqual(4 * MIB);
    admitted += bytes;
  };
  await restoreShard(trial.repository, requestOf(taken.generation, { admit, progress }));
  const bytes = 9 * MIB + 5_014;
  expect(admitted).toBe(bytes - 9);
  expect(done).toEqual({ files: 3, bytes });
  expect(planned).toEqual({ files: 3, bytes, newFiles: 3, newBytes: bytes });
});

test('stops when it is told to', async () => {
  const trial = new ShardTrial();
  const { taken } = await trial.snapshot('one', FILES);
  const stop = new AbortController();
  const reason = new RangeError('the restore was cancelled');
  const sink = new MemorySink();
  const admit = async () => stop.abort(reason);
  const restoring = restoreShard(
    trial.repository,
    requestOf(taken.generation, { sink, admit, signal: stop.signal }),
  );
  await expect(restoring).rejects.toBe(reason);
  expect(sink.finished).not.toHaveProperty('a');
});

test('a snapshot whose list is damaged can be deleted all the same', async () => {
  const warn = jest.fn();
  const trial = new ShardTrial({ log: { warn } });
  await trial.snapshot('one', FILES);
  const { taken } = await trial.snapshot('two', FILES);
  const name = `indices/${INDEX_ID}/0/index-${taken.generation}`;
  const list = trial.store.blobs.get(name) ?? new Uint8Array(0);
  trial.store.blobs.set(name, list.slice().fill(0, 20, 30));
  const data = () => [...trial.store.blobs.keys()].filter((one) => one.includes('/data-')).length;
  const { generation } = await deleteSnapshots(trial.repository, {
    expectedGeneration: 1,
    uuids: ['of-one'],
  });
  expect(warn).toHaveBeenCalledTimes(1);
  expect((await cleanUp(trial.repository, generation)).deletedBlobs).toBe(0);
  expect(data()).toBe(2);
  trial.store.blobs.set(name, list);
  expect(await trial.restored('of-two')).toEqual(digests(FILES));
  trial.store.blobs.delete(name);
  await deleteSnapshots(trial.repository, { expectedGeneration: generation, uuids: ['of-two'] });
  expect(data()).toBe(0);
});
