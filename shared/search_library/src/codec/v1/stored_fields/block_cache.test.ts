import { BlockCache } from './block_cache.js';

const block = (size: number) => () => new Uint8Array(size);

test('keeps what was used last within its bytes, readers apart', () => {
  const cache = new BlockCache(100);
  const [one, other] = [cache.newReader(), cache.newReader()];
  const kept = cache.get(one, 0, block(40));
  const lost = cache.get(one, 1, block(40));
  expect(cache.get(other, 0, block(10))).not.toBe(kept);
  expect(cache.get(one, 0, block(40))).toBe(kept);
  cache.get(one, 2, block(30));
  expect(cache.get(one, 0, block(40))).toBe(kept);
  expect(cache.get(one, 1, block(10))).not.toBe(lost);
  expect(cache.usedBytes).toBe(90);
});

test('a block larger than the cache is read and not kept', () => {
  const cache = new BlockCache(10);
  expect(cache.get(cache.newReader(), 0, block(11))).toHaveLength(11);
  expect(cache.usedBytes).toBe(0);
});

test('tells a block that nobody asked for lately', () => {
  const cache = new BlockCache(10);
  const [one, other] = [cache.newReader(), cache.newReader()];
  expect(cache.isNew(one, 7)).toBe(true);
  expect(cache.isNew(one, 7)).toBe(false);
  expect(cache.isNew(other, 7)).toBe(true);
  cache.get(other, 8, block(10));
  expect(cache.isNew(other, 8)).toBe(false);
});

test('of a few hundred blocks each is new once, whatever their numbers', () => {
  const cache = new BlockCache(10);
  const reader = cache.newReader();
  const news = (): number => {
    let count = 0;
    for (let i = 0; i < 500; i++) if (cache.isNew(reader, i * 64)) count++;
    return count;
  };
  expect(news()).toBe(500);
  expect(news()).toBe(0);
  for (let i = 0; i < 500; i++) cache.isNew(reader, i * 64 + 1);
  expect(news()).toBe(500);
});
