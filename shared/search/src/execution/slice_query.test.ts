/**
 * Slices: every document is in exactly one of them; numbers fall into the same slices as in
 * OpenSearch.
 */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { TestIndex } from '../testing/test_index.js';
import { isShardInSlice } from './slice_query.js';

const COUNT = 24;
const index = new TestIndex({
  mapping: { properties: { n: { type: 'long' }, d: { type: 'double' }, k: { type: 'keyword' } } },
  documents: Array.from({ length: COUNT }, (_, i) => ({
    n: i * 7919 - 50,
    d: i * 1.5 - 9,
    k: `k${i}`,
  })),
});

const search = (slice: JsonObject) =>
  index.search({ slice, pit: { id: 'p' }, size: COUNT, sort: ['n'] }).ids;

/** Positions of the documents that OpenSearch 2.19.1 finds in an index with one shard. */
test.each([
  ['n', '0 6 8 13 14 16', '2 3 4 7 9 10 11 17 18 19 20 21 22', '1 5 12 15 23'],
  ['d', '1 2 6 7 8 10 13 16 18 21 22 23', '3 4 5 9 12 15 17 19', '0 11 14 20'],
])('slices by field [%s]', (field, ...parts) => {
  const found = [0, 1, 2].map((id) =>
    search({ field, id, max: 3 })
      .map((docId) => Number(docId) - 1)
      .join(' '),
  );
  expect(found).toEqual(parts);
});

test.each([2, 3, 7, 100])('%d slices by id hold every document once', (max) => {
  const found = Array.from({ length: max }, (_, id) => search({ id, max })).flat();
  expect(found.sort((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: COUNT }, (_, i) => String(i + 1)),
  );
});

test.each([
  [1, 5],
  [2, 5],
  [5, 2],
  [7, 3],
  [64, 5],
])('%d shards and %d slices: each slice has shards, each shard a slice', (count, max) => {
  const shards = Array.from({ length: count }, (_, ordinal) => ordinal);
  const slices = Array.from({ length: max }, (_, id) => id);
  for (const ordinal of shards) {
    const holders = slices.filter((id) => isShardInSlice({ id, max }, { ordinal, count }));
    expect(holders.length).toBeGreaterThan(0);
    if (max < count) expect(holders).toHaveLength(1);
  }
  for (const id of slices) {
    expect(shards.some((ordinal) => isShardInSlice({ id, max }, { ordinal, count }))).toBe(true);
  }
});

test.each([
  [{ id: 0, max: 2, field: 'k' }, 'cannot load numeric doc values on k'],
  [{ id: 0, max: 2, field: 'zzz' }, 'field zzz not found'],
  [{ id: 2, max: 2 }, '[slice] failed to parse field [max]'],
  [{ id: 0, max: 1 }, '[slice] failed to parse field [max]'],
  [{ id: -1, max: 2 }, '[slice] failed to parse field [id]'],
  [{ max: 2 }, '[slice] requires [id]'],
  [{ id: 0, max: 2, x: 1 }, '[slice] unknown field [x]'],
  [{ id: 0, max: 2000 }, 'The number of slices [2000] is too large. It must be less than [1024].'],
])('%j is refused: %s', (slice, reason) => {
  expect(() => search(slice)).toThrow(reason);
});

test('a slice outside of a scroll or a point in time is refused', () => {
  expect(() => index.search({ slice: { id: 0, max: 2 } })).toThrow(ApiError);
});
