import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '@skein/errors';
import { PartNotLoaded } from '@skein/search_library';
import fc from 'fast-check';
import { FsDirectory } from '../fs_directory.js';
import { answerBlock, type BlocksAsk, failBlock } from './block_ask.js';
import { BlockCache } from './block_cache.js';
import { BlockReader, type BlockReaderOptions } from './block_reader.js';
import { CacheCounters } from './cache_counters.js';
import { openShardDirectory } from './open_shard_directory.js';
import { readRemoteFiles, writeRemoteFiles } from './remote_files.js';

const FILE = Uint8Array.from({ length: 1000 }, (_, at) => (at * 7) & 0xff);
const PART_BYTES = 300;

let folder: string;
let shard: string;
let asked: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skein-directory-'));
  shard = join(folder, 'shard');
  asked = [];
  new FsDirectory(shard).writeFile('segments_1', Uint8Array.of(1, 2, 3));
  const file = { name: '_0.seg', lengthBytes: FILE.length, blob: 'data-x', partBytes: PART_BYTES };
  const place = { repository: 'r', snapshotUuid: 's', folder: 'indices/i/0/', key: 'i/0/' };
  await writeRemoteFiles(shard, { ...place, files: [file] });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The repository's bytes of the parts of the file. */
function stored(blob: string, offset: number, lengthBytes: number): Uint8Array {
  const part = Number(/^indices\/i\/0\/data-x\.part(\d)$/.exec(blob)?.[1]);
  const at = part * PART_BYTES + offset;
  expect(offset + lengthBytes).toBeLessThanOrEqual(PART_BYTES);
  return FILE.subarray(at, at + lengthBytes);
}

/** Answers at once, since nothing else can run while the thread waits. */
function answer({ blocks }: BlocksAsk): void {
  for (const { name, pieces, answer: memory } of blocks) {
    asked.push(name);
    const found = pieces.map(({ blob, offset, lengthBytes }) => stored(blob, offset, lengthBytes));
    answerBlock(memory, Uint8Array.from(found.flatMap((bytes) => [...bytes])));
  }
}

function opened(options: Partial<BlockReaderOptions> = {}) {
  const reader = new BlockReader({
    path: join(folder, 'cache', 'now'),
    blockBytes: 64,
    counters: new CacheCounters(CacheCounters.memory()),
    ask: answer,
    checkWanted: () => {},
    patienceMs: 10_000,
    monotonicMs: () => performance.now(),
    ...options,
  });
  return openShardDirectory(shard, reader);
}

function read(directory: ReturnType<typeof opened>, offset: number, length: number): number[] {
  const target = new Uint8Array(new SharedArrayBuffer(length));
  directory.readInto('_0.seg', offset, target);
  return [...target];
}

test('has the files of both places', () => {
  const directory = opened();
  expect(directory.list()).toEqual(['_0.seg', 'remote_files', 'segments_1']);
  expect(directory.exists('_0.seg')).toBe(true);
  expect(directory.exists('_1.seg')).toBe(false);
  expect(directory.length('_0.seg')).toBe(FILE.length);
  const target = new Uint8Array(2);
  directory.readInto('segments_1', 1, target);
  expect([...target]).toEqual([2, 3]);
  expect(asked).toEqual([]);
});

test('any stretch of a file is read as it is, whatever lies in the cache', async () => {
  const counters = new CacheCounters(CacheCounters.memory());
  const log = { warn: () => {} };
  const path = join(folder, 'cache');
  const cache = await BlockCache.open({ path, run: 'now', limitBytes: 320, counters, log });
  await fc.assert(
    fc.asyncProperty(fc.nat(FILE.length), fc.nat(FILE.length), fc.nat(15), async (a, b, block) => {
      const from = block * 64;
      const bytes = FILE.slice(from, from + 64);
      const wanted = { name: `i/0/_0.seg/64-${block}`, lengthBytes: bytes.length };
      await cache.get(wanted, async () => bytes);
      const [start, end] = [Math.min(a, b), Math.max(a, b)];
      expect(read(opened(), start, end - start)).toEqual([...FILE.subarray(start, end)]);
    }),
    { numRuns: 60 },
  );
});

test('a block in the cache is not asked for, and counts as a hit', async () => {
  const counters = new CacheCounters(CacheCounters.memory());
  const path = join(folder, 'cache');
  const log = { warn: () => {} };
  const cache = await BlockCache.open({ path, run: 'now', limitBytes: 1000, counters, log });
  await cache.get({ name: 'i/0/_0.seg/64-1', lengthBytes: 64 }, async () => FILE.slice(64, 128));
  const directory = opened({ counters });
  expect(read(directory, 70, 20)).toEqual([...FILE.subarray(70, 90)]);
  expect(asked).toEqual([]);
  expect(read(directory, 120, 20)).toEqual([...FILE.subarray(120, 140)]);
  expect(asked).toEqual(['i/0/_0.seg/64-2']);
  expect(counters.stats).toMatchObject({ hits: 2, misses: 1 });
  directory.readAnew?.('_0.seg', 70, new Uint8Array(20));
  expect(asked).toEqual(['i/0/_0.seg/64-2', 'i/0/_0.seg/64-1']);
});

test('a thread that must not wait leaves what is not in the cache to others', () => {
  expect(() => read(opened({ ask: undefined }), 0, 10)).toThrow(PartNotLoaded);
});

test('what fails in the repository is thrown here', () => {
  const error = new ApiError(
    'repository_exception',
    `[r] failed to read ${'a block '.repeat(900)}`,
  );
  const fail = ({ blocks }: BlocksAsk) => {
    for (const { answer: memory } of blocks) failBlock(memory, error);
  };
  expect(() => read(opened({ ask: fail }), 0, 10)).toThrow('[r] failed to read a block');
});

test('nobody waits longer than is patient, nor for what nobody wants', () => {
  const never = () => {};
  const late = /block \[i\/0\/_0\.seg\/64-0\] of a searchable snapshot was not fetched within/;
  expect(() => read(opened({ ask: never, patienceMs: 1 }), 0, 10)).toThrow(late);
  const checkWanted = () => {
    throw new ApiError('task_cancelled_exception', 'cancelled');
  };
  expect(() => read(opened({ ask: never, checkWanted }), 0, 10)).toThrow('cancelled');
});

test('a file of the snapshot never changes, and none is read beyond its end', () => {
  const directory = opened();
  for (const change of [
    () => directory.writeFile('_0.seg', FILE),
    () => directory.openAppend('_0.seg'),
    () => directory.remove('_0.seg'),
    () => directory.rename('segments_1', '_0.seg'),
    () => directory.link(directory, 'segments_1', '_0.seg'),
  ]) {
    expect(change).toThrow('is in a snapshot and never changes');
  }
  expect(() => read(directory, 990, 11)).toThrow('ends before [1001]');
});

test('a damaged note of the files is noticed', () => {
  const file = join(shard, 'remote_files');
  expect(readRemoteFiles(shard).files).toHaveLength(1);
  writeFileSync(file, 'abc\n{"files":[]}');
  expect(() => readRemoteFiles(shard)).toThrow('checksum of [remote_files]');
});
