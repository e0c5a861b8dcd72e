import { seededRandom } from '@skein/base';
import fc from 'fast-check';
import { BlockCache } from './block_cache.js';

const KB = 1024;
/** More blocks than a reader of these tests has. */
const MANY = 2 ** 21;
const block =
  (size: number, fill = 0) =>
  () =>
    new Uint8Array(size).fill(fill);

test('keeps what was used last within its bytes, readers apart', () => {
  const cache = new BlockCache(40 * KB);
  const [one, other] = [cache.newReader(MANY), cache.newReader(MANY)];
  const kept = cache.get(one, 0, block(16 * KB, 1));
  cache.get(one, 1, block(16 * KB, 2));
  expect(cache.get(other, 0, block(4 * KB, 3))[0]).toBe(3);
  expect(cache.get(one, 0, block(16 * KB, 9))).toBe(kept);
  cache.get(one, 2, block(16 * KB, 4));
  expect(cache.get(one, 0, block(16 * KB, 9))).toBe(kept);
  expect(kept.every((byte) => byte === 1)).toBe(true);
  expect(cache.get(one, 1, block(4 * KB, 9))[0]).toBe(9);
  expect(cache.usedBytes).toBe(40 * KB);
});

test('the blocks of all readers of a long time are told apart', () => {
  const cache = new BlockCache(400 * KB);
  // As many segments as a thread opens in weeks.
  for (let i = 0; i < 2 ** 22; i++) cache.newReader(1000);
  const [one, other] = [cache.newReader(2), cache.newReader(2)];
  const keys = [one, other].flatMap((reader) => [0, 1].map((index) => [reader, index] as const));
  for (const [i, [reader, index]] of keys.entries()) cache.get(reader, index, block(KB, i));
  expect(keys.map(([reader, index]) => cache.get(reader, index, block(KB, 9))[0])).toEqual([
    0, 1, 2, 3,
  ]);
});

test('a block larger than the cache is read and not kept', () => {
  const cache = new BlockCache(10 * KB);
  expect(cache.get(cache.newReader(MANY), 0, block(11 * KB))).toHaveLength(11 * KB);
  expect(cache.usedBytes).toBe(0);
});

test('what was lent is copied into memory that a dropped block of about that length had', () => {
  const cache = new BlockCache(40 * KB);
  const reader = cache.newReader(MANY);
  const lent = new Uint8Array(20 * KB);
  const lend = (length: number, fill: number) => () => lent.fill(fill).subarray(0, length);
  const first = cache.get(reader, 1, lend(17_000, 1));
  cache.get(reader, 2, lend(19_000, 2));
  expect(first.every((byte) => byte === 1)).toBe(true);
  const third = cache.get(reader, 3, lend(18_000, 3));
  expect(third.buffer).toBe(first.buffer);
  expect(third).toHaveLength(18_000);
  expect(third.every((byte) => byte === 3)).toBe(true);
  expect(cache.get(reader, 2, lend(1, 9)).every((byte) => byte === 2)).toBe(true);
  // A short block must not occupy the memory of a long one.
  const short = cache.get(reader, 4, lend(100, 4));
  expect(short.buffer.byteLength).toBe(4 * KB);
  expect(cache.usedBytes).toBeLessThanOrEqual(40 * KB);
});

const { seed: SEED = 1 } = fc.readConfigureGlobal() ?? {};

test(`never holds more than its limit, and always what was loaded (SEED=${SEED})`, () => {
  const random = seededRandom(SEED);
  const cache = new BlockCache(100 * KB);
  const reader = cache.newReader(MANY);
  const lent = new Uint8Array(64 * KB);
  for (let i = 0; i < 5000; i++) {
    const index = Math.floor(random() * 40);
    const length = 1 + ((index * 2503) % (index % 7 === 0 ? 60_000 : 20_000));
    const found = cache.get(reader, index, () => lent.fill(index).subarray(0, length));
    expect(found).toHaveLength(length);
    expect(found[0]).toBe(index);
    expect(found[length - 1]).toBe(index);
    expect(cache.usedBytes).toBeLessThanOrEqual(100 * KB);
  }
});

test('a block is worth keeping when it comes again', () => {
  const cache = new BlockCache(4 * KB);
  const [one, other] = [cache.newReader(MANY), cache.newReader(MANY)];
  expect(cache.isWorthKeeping(one, 7)).toBe(false);
  expect(cache.isWorthKeeping(one, 7)).toBe(true);
  expect(cache.isWorthKeeping(other, 7)).toBe(false);
  cache.get(other, 8, block(4 * KB));
  expect(cache.isWorthKeeping(other, 8)).toBe(true);
});

test('a few hundred blocks are known again, whatever their numbers', () => {
  for (const stride of [1, 64, 97, 512, 4096]) {
    const cache = new BlockCache(4 * KB);
    const reader = cache.newReader(MANY);
    const known = (): number => {
      let count = 0;
      for (let i = 0; i < 400; i++) if (cache.isWorthKeeping(reader, i * stride)) count++;
      return count;
    };
    expect(known()).toBe(0);
    expect(known()).toBeGreaterThan(360);
  }
});

/** A cache for 100 blocks of one size that counts the loads. */
function countedCache() {
  const cache = new BlockCache(400 * KB);
  const reader = cache.newReader(MANY);
  let loads = 0;
  const load = () => {
    loads++;
    return new Uint8Array(4 * KB);
  };
  return {
    loads: () => loads,
    ask: (index: number) => {
      if (cache.isWorthKeeping(reader, index)) cache.get(reader, index, load);
    },
  };
}

test('more blocks in turn than there is room for: those that are here stay and are used', () => {
  const { ask, loads } = countedCache();
  for (let turn = 0; turn < 10; turn++) for (let i = 0; i < 300; i++) ask(i);
  expect(loads()).toBe(100);
  // Blocks requested twice in a short time replace blocks that are not requested any more.
  for (let turn = 0; turn < 2; turn++) for (let i = 0; i < 50; i++) ask(1000 + i);
  expect(loads()).toBe(150);
});

test('a full cache does not load blocks that recur after more requests than it has blocks', () => {
  const { ask, loads } = countedCache();
  for (let turn = 0; turn < 2; turn++) for (let i = 0; i < 100; i++) ask(i);
  expect(loads()).toBe(100);
  for (let turn = 0; turn < 3; turn++) for (let i = 1000; i < 1101; i++) ask(i);
  expect(loads()).toBe(100);
  for (let turn = 0; turn < 2; turn++) for (let i = 2000; i < 2099; i++) ask(i);
  expect(loads()).toBe(199);
});
