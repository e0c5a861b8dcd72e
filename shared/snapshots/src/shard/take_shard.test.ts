import type { TimerHandle } from '@skein/base';
import type { StoreCall } from '../memory_blob_store.js';
import { SampleShard } from '../testing/sample_shard.js';
import { ShardTrial, someBytes } from '../testing/shard_trial.js';
import { bytesOf, digests, filesOf } from '../testing/test_repository.js';

const MIB = 1024 * 1024;

function contentsOf(shard: SampleShard): Record<string, Uint8Array> {
  return Object.fromEntries(shard.files().map(({ name, source }) => [name, bytesOf(source)]));
}

test('segments that the repository has are not read again', async () => {
  const trial = new ShardTrial();
  const shard = new SampleShard();
  shard.add(['one', 'two', 'three', 'four']);
  const first = digests(contentsOf(shard));
  await trial.snapshot('one', { files: shard.files() });
  shard.add(['five', 'six', 'seven']);
  const second = digests(contentsOf(shard));
  shard.readWhole.clear();
  const { taken } = await trial.snapshot('two', { files: shard.files() });
  // The new files are a segment, its source and the commit.
  expect(taken).toMatchObject({ files: 5, newFiles: 3 });
  expect([...shard.readWhole].sort()).toEqual(['_1.seg', '_1.src', 'segments_2']);
  shard.delete('id-0');
  const third = digests(contentsOf(shard));
  expect((await trial.snapshot('three', { files: shard.files() })).taken.newFiles).toBe(2);
  expect(await trial.restored('of-one')).toEqual(first);
  expect(await trial.restored('of-two')).toEqual(second);
  expect(await trial.restored('of-three')).toEqual(third);
  shard.close();
});

test('segments of another copy that are called the same are taken', async () => {
  const trial = new ShardTrial();
  const [one, other] = [new SampleShard(), new SampleShard()];
  one.add(['aaa', 'bbb']);
  other.add(['aaa', 'bbc']);
  const lengths = (shard: SampleShard) => digestsLengths(contentsOf(shard));
  expect(lengths(one)).toEqual(lengths(other));
  await trial.snapshot('one', { files: one.files() });
  const { taken } = await trial.snapshot('other', { files: other.files() });
  expect(taken.newFiles).toBeGreaterThanOrEqual(2);
  expect(await trial.restored('of-one')).toEqual(digests(contentsOf(one)));
  expect(await trial.restored('of-other')).toEqual(digests(contentsOf(other)));
});

function digestsLengths(contents: Record<string, Uint8Array>): [string, number][] {
  return Object.entries(contents).map(([name, { length }]) => [name, length]);
}

test.each(['.seg', '.src'])('a damaged %s is not taken', async (kind) => {
  const trial = new ShardTrial();
  const shard = new SampleShard();
  shard.add(['one', 'two', 'three', 'four']);
  const files = shard.files().map((file) => {
    if (!file.name.endsWith(kind)) return file;
    const readInto = (offset: number, target: Uint8Array) => {
      file.source.readInto(offset, target);
      if (offset <= 100 && offset + target.length > 100) target[100 - offset] ^= 4;
    };
    return { name: file.name, source: { ...file.source, readInto } };
  });
  await expect(trial.take('one', { files })).rejects.toMatchObject({
    type: 'corrupt_index_exception',
    reason: expect.stringMatching(`^checksum failed .* \\(resource=_0${kind}\\)$`),
  });
  expect([...trial.store.blobs.keys()]).toEqual([]);
});

test('long files are sent in parts, at the pace, and counted as they go', async () => {
  const trial = new ShardTrial({ chunkBytes: MIB });
  const files = { a: someBytes(2 * MIB + 5, 1), b: someBytes(MIB, 2), c: someBytes(9, 3) };
  const told: unknown[] = [];
  let admitted = 0;
  await trial.take('one', files, {
    admit: async (bytes) => {
      admitted += bytes;
    },
    progress: {
      planned: (counts) => told.push(counts),
      filesDone: (...done) => told.push(done),
    },
  });
  const bytes = 3 * MIB + 14;
  expect(admitted).toBe(3 * MIB + 5);
  expect(told[0]).toEqual({ files: 3, bytes, newFiles: 3, newBytes: bytes });
  const done = told.slice(1) as [number, number][];
  expect(done.reduce((sum, [count]) => sum + count, 0)).toBe(3);
  expect(done.reduce((sum, [, count]) => sum + count, 0)).toBe(bytes);
  const sent = [...trial.store.blobs].flatMap(([name, blob]) => {
    const part = /data-.*?(\.part\d)?$/.exec(name);
    return part === null ? [] : [`${part[1] ?? 'whole'} ${blob.length}`];
  });
  expect(sent.sort()).toEqual(['.part0 1048576', '.part1 1048576', '.part2 5', 'whole 1048576']);
});

test('a file that comes twice in a commit is sent once', async () => {
  const trial = new ShardTrial();
  const same = someBytes(9_000, 1);
  const { taken } = await trial.snapshot('one', { a: same, b: same });
  expect(taken).toMatchObject({ files: 2, bytes: 18_000, newFiles: 1, newBytes: 9_000 });
  expect(await trial.restored('of-one')).toEqual(digests({ a: same, b: same }));
});

test('stops when it is told to, at any piece, and nothing is in the repository', async () => {
  const files = { a: someBytes(300_000, 1), b: someBytes(300_000, 2), c: someBytes(300_000, 3) };
  let pieces = 0;
  await new ShardTrial().take('all', files, { admit: async () => void pieces++ });
  for (let at = 1; at <= pieces; at++) {
    const trial = new ShardTrial();
    const stop = new AbortController();
    const reason = new RangeError('the snapshot was aborted');
    let seen = 0;
    const admit = async () => {
      if (++seen === at) stop.abort(reason);
    };
    const taking = trial.take('one', files, { admit, signal: stop.signal });
    await expect(taking).rejects.toBe(reason);
    expect([...trial.store.blobs.keys()].filter((name) => name.includes('/index-'))).toEqual([]);
  }
  expect(pieces).toBeGreaterThan(10);
});

test('after a failure no other file is begun', async () => {
  const calls: StoreCall[] = [];
  const trial = new ShardTrial(
    {},
    {
      store: {
        beforeCall: (call) => {
          calls.push(call);
          return call.kind === 'write' ? 'refused' : 'done';
        },
      },
    },
  );
  const files = Array.from({ length: 40 }, (_, i) => [`file-${i}`, someBytes(5_000, i)] as const);
  await expect(trial.take('one', Object.fromEntries(files))).rejects.toMatchObject({
    type: 'repository_exception',
    reason: '[backup] failed to take a snapshot of a shard',
    cause: { type: 'io_exception' },
  });
  expect(calls.filter(({ kind }) => kind === 'write').length).toBeLessThanOrEqual(4);
});

test('a base list that is missing is not passed over', async () => {
  const trial = new ShardTrial();
  const taking = trial.take('one', filesOf({ a: someBytes(9, 1) }), { generation: 'none' });
  await expect(taking).rejects.toMatchObject({
    type: 'corrupt_repository_exception',
    reason: '[backup] blob [indices/id-of-books/0/index-none] is missing',
  });
});

test('others have their turn while a long file is read', async () => {
  let nowMs = 0;
  let turns = 0;
  const after = (_: number, callback: () => void): TimerHandle => {
    turns++;
    queueMicrotask(callback);
    return { cancel: () => {} };
  };
  const clock = { monotonicMs: () => nowMs++ };
  const trial = new ShardTrial({ turns: { clock, timers: { after } } });
  await trial.take('one', { a: someBytes(20 * MIB, 1) });
  expect(turns).toBeGreaterThan(3);
});
