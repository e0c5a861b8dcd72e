import type { SearchRequest } from '@skein/search';
import { inPointInTime, slicing } from './search_ground.js';
import type { ShardToAsk } from './search_targets.js';

const shardOf = (uuid: string, shardId: number) =>
  ({ index: { uuid }, shardId, aliasFilter: undefined }) as unknown as ShardToAsk;

const SHARDS = [shardOf('a', 3), shardOf('b', 0), shardOf('a', 1), shardOf('b', 3)];

test('a slice is told the place of the shard among those of its index', () => {
  const request = { slice: { id: 0, max: 2 }, sort: [] } as unknown as SearchRequest;
  const narrow = slicing(SHARDS);
  expect(SHARDS.map((shard) => narrow(request, shard).slice?.shard)).toEqual([
    { ordinal: 0, count: 2 },
    { ordinal: 0, count: 2 },
    { ordinal: 1, count: 2 },
    { ordinal: 1, count: 2 },
  ]);
});

test('only a sort by `_shard_doc` is told the place of the shard in the point in time', () => {
  const narrow = inPointInTime(SHARDS);
  const byDocument = { sort: [{ field: '_shard_doc' }] } as unknown as SearchRequest;
  expect(SHARDS.map((shard) => narrow(byDocument, shard).shardPlace)).toEqual([0, 1, 2, 3]);
  const byScore = { sort: [{ field: '_score' }] } as unknown as SearchRequest;
  expect(SHARDS.map((shard) => narrow(byScore, shard))).toEqual(SHARDS.map(() => byScore));
});
