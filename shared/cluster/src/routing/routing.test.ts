import fc from 'fast-check';
import { murmur3 } from './murmur3.js';
import {
  checkRoutingNumShards,
  defaultRoutingNumShards,
  shardOf,
  shardsOfRouting,
} from './shard_of.js';

const shape = (numberOfShards: number, routingPartitionSize = 1) => ({
  numberOfShards,
  routingNumShards: defaultRoutingNumShards(numberOfShards),
  routingPartitionSize,
});

// Recorded from OpenSearch (`_search_shards` of an index of three shards).
test.each([
  ['17', 2],
  ['abc', 0],
  ['zürich', 0],
])('routing value %s belongs to shard %d of 3', (routing, shard) => {
  expect(shardsOfRouting(shape(3), new Set([routing]))).toEqual([shard]);
});

// The expectations of OpenSearch's own test of its routing hash.
test.each([
  ['hell', 0x5a0cb7c3],
  ['hello', 0xd7c31989],
  ['hello w', 0x22ab2984],
  ['hello wo', 0xdf0ca123],
  ['hello wor', 0xe7744d61],
  ['The quick brown fox jumps over the lazy dog', 0xe07db09c],
  ['The quick brown fox jumps over the lazy cog', 0x4e63d2ad],
])('murmur3 of %j', (text, hash) => {
  expect(murmur3(text) >>> 0).toBe(hash);
});

test.each([
  [1, 1024],
  [2, 1024],
  [3, 768],
  [5, 640],
  [9, 576],
  [512, 1024],
  [513, 1026],
  [1024, 2048],
])('%d shards are routed in %d slots', (shards, slots) => {
  expect(defaultRoutingNumShards(shards)).toBe(slots);
});

test('the slots must be a multiple of the shards', () => {
  expect(() => checkRoutingNumShards(3, 10)).toThrow('must be a factor of [10]');
  expect(() => checkRoutingNumShards(3, 2)).toThrow('must be >= index.number_of_shards [3]');
});

test('a document is always found by its routing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 1, max: 8 }),
      fc.string(),
      fc.string(),
      (shards, size, id, routing) => {
        const index = shape(shards, Math.min(size, shards - 1));
        const shard = shardOf(index, id, routing);
        expect(shardsOfRouting(index, new Set([routing]))).toContain(shard);
        expect(shard).toBeGreaterThanOrEqual(0);
        expect(shard).toBeLessThan(shards);
      },
    ),
  );
});

test('a routing value selects as many shards as the partition is large, and no others', () => {
  for (const [shards, size] of [
    [12, 1],
    [12, 3],
    [5, 2],
  ] as const) {
    // As many slots as shards: each step of the partition is another shard.
    const index = { ...shape(shards, size), routingNumShards: shards };
    for (const routing of ['a', 'b', 'user-7']) {
      const ids = Array.from({ length: 500 }, (_, i) => `id${i}`);
      const used = new Set(ids.map((id) => shardOf(index, id, routing)));
      expect(shardsOfRouting(index, new Set([routing]))).toEqual([...used].sort((a, b) => a - b));
    }
  }
  expect(shardsOfRouting(shape(3), undefined)).toEqual([0, 1, 2]);
  expect(shardsOfRouting(shape(3), new Set())).toEqual([]);
});
