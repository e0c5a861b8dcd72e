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

test('a block is worth keeping when it comes again', () => {
  const cache = new BlockCache(10);
  const [one, other] = [cache.newReader(), cache.newReader()];
  expect(cache.isWorthKeeping(one, 7)).toBe(false);
  expect(cache.isWorthKeeping(one, 7)).toBe(true);
  expect(cache.isWorthKeeping(other, 7)).toBe(false);
  cache.get(other, 8, block(10));
  expect(cache.isWorthKeeping(other, 8)).toBe(true);
});

test('a few hundred blocks are known again, whatever their numbers', () => {
  for (const stride of [1, 64, 97, 512, 4096]) {
    const cache = new BlockCache(10);
    const reader = cache.newReader();
    const known = (): number => {
      let count = 0;
      for (let i = 0; i < 400; i++) if (cache.isWorthKeeping(reader, i * stride)) count++;
      return count;
    };
    expect(known()).toBe(0);
    expect(known()).toBeGreaterThan(360);
  }
});

test('more blocks in turn than there is room for: those that are here stay and are used', () => {
  const cache = new BlockCache(1000);
  const reader = cache.newReader();
  let loads = 0;
  const load = () => {
    loads++;
    return new Uint8Array(10);
  };
  const ask = (index: number) => {
    if (cache.isWorthKeeping(reader, index)) cache.get(reader, index, load);
  };
  for (let turn = 0; turn < 10; turn++) for (let i = 0; i < 300; i++) ask(i);
  expect(loads).toBe(100);
  // Others that are asked for twice in a short time take the places of those that are no more.
  for (let turn = 0; turn < 2; turn++) for (let i = 0; i < 50; i++) ask(1000 + i);
  expect(loads).toBe(150);
});
