import fc from 'fast-check';
import { emptyRequest } from '../request/empty_request.js';
import { parseSearchRequest } from '../request/parse_search_request.js';
import type { ShardQueryResult, SortKeyFormat } from '../shard_messages.js';
import { mergeQueryResults, type ShardPart } from './merge_query_results.js';

function result(partial: Partial<ShardQueryResult>): ShardQueryResult {
  return {
    snapshotVersion: 1,
    total: { value: 0, relation: 'eq' },
    maxScore: Number.NaN,
    hits: [],
    timedOut: false,
    terminatedEarly: undefined,
    sortFormats: [],
    tookMs: 0,
    ...partial,
  };
}

const scores = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 6 });

test('the order of arrival does not matter, nor how the hits are spread', () => {
  fc.assert(
    fc.property(fc.array(scores, { maxLength: 5 }), fc.nat(4), fc.nat(6), (shards, from, size) => {
      const parts: ShardPart[] = shards.map((own, shardIndex) => ({
        shardIndex,
        result: result({
          hits: own
            .map((score, doc) => ({ score, doc, sort: [] }))
            .sort((a, b) => b.score - a.score || a.doc - b.doc),
          total: { value: own.length, relation: 'eq' },
          maxScore: own.length === 0 ? Number.NaN : Math.max(...own),
        }),
      }));
      const request = { ...emptyRequest(), from, size };
      const merged = mergeQueryResults(request, parts);
      expect(mergeQueryResults(request, [...parts].reverse())).toEqual(merged);
      const all = shards.flat().sort((a, b) => b - a);
      expect(merged.hits.map(({ hit }) => hit.score)).toEqual(all.slice(from, from + size));
      expect(merged.total?.value).toBe(all.length);
      expect(merged.maxScore).toBe(all[0] ?? Number.NaN);
    }),
  );
});

function keyed(
  shardIndex: number,
  format: SortKeyFormat,
  keys: readonly (number | bigint | null)[],
): ShardPart {
  const hits = keys.map((key, doc) => ({ doc, score: Number.NaN, sort: [key] }));
  return { shardIndex, result: result({ hits, sortFormats: [format] }) };
}

test.each([
  [false, false, [1, 2, 3n, null, null]],
  [true, false, [3n, 2, 1, null, null]],
  [false, true, [null, null, 1, 2, 3n]],
  [true, true, [null, null, 3n, 2, 1]],
])('sort keys, reverse %p, missing first %p', (reverse, missingFirst, expected) => {
  const format: SortKeyFormat = { kind: 'number', reverse, missingFirst };
  const parts = [keyed(0, format, [1, 3n, null]), keyed(1, format, [null, 2])];
  const merged = mergeQueryResults(emptyRequest(), parts);
  expect(merged.hits.map(({ hit }) => hit.sort[0])).toEqual(expected);
});

describe('keys of different kinds', () => {
  const number: SortKeyFormat = { kind: 'number', reverse: false, missingFirst: false };
  const bytes: SortKeyFormat = { ...number, kind: 'bytes' };
  const unsigned: SortKeyFormat = { ...number, kind: 'unsigned_long' };
  const request = parseSearchRequest({ sort: ['x'], size: 3 }, {});

  test.each([
    [bytes, 'incompatible sort types: [LONG] and [STRING] across shards!'],
    [unsigned, '[unsigned_long] type in one index'],
  ])('have no order: %j', (format, reason) => {
    const parts = [keyed(0, number, [1]), keyed(1, format, [1])];
    expect(() => mergeQueryResults(request, parts)).toThrow(reason);
  });

  test('do not matter if only one kind has hits, except for unsigned longs', () => {
    const ordered = { ...number, reverse: true };
    const parts = [keyed(0, bytes, []), keyed(1, ordered, [2]), keyed(2, ordered, [3])];
    const { hits } = mergeQueryResults(request, parts);
    expect(hits.map(({ hit }) => hit.sort)).toEqual([[3], [2]]);
    const mixed = [keyed(0, number, []), keyed(1, unsigned, [])];
    expect(() => mergeQueryResults(request, mixed)).toThrow('[unsigned_long] type in one index');
    expect(mergeQueryResults({ ...request, size: 0 }, mixed).hits).toEqual([]);
  });
});

test('totals stop at the threshold', () => {
  const parts = [7, 5].map((value, shardIndex) => ({
    shardIndex,
    result: result({ total: { value, relation: 'eq' }, terminatedEarly: shardIndex === 1 }),
  }));
  const total = (trackTotalHits: number) =>
    mergeQueryResults({ ...emptyRequest(), trackTotalHits }, parts).total;
  expect(total(100)).toEqual({ value: 12, relation: 'eq' });
  expect(total(12)).toEqual({ value: 12, relation: 'eq' });
  expect(total(10)).toEqual({ value: 10, relation: 'gte' });
  expect(total(-1)).toBeUndefined();
  expect(mergeQueryResults(emptyRequest(), parts).terminatedEarly).toBe(true);
});
