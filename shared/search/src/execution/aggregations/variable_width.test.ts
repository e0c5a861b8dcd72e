/**
 * Compares `variable_width_histogram` with a model that merges the nearest values, and its counts
 * with the documents.
 */
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { parseSearchRequest } from '../../request/parse_search_request.js';
import { TestIndex } from '../../testing/test_index.js';

interface Bucket {
  readonly min: number;
  readonly key: number;
  readonly max: number;
  readonly doc_count: number;
  readonly s: { readonly count: number; readonly sum: number };
}

function answered(values: readonly number[], options: JsonObject): readonly Bucket[] {
  const index = new TestIndex({
    mapping: { properties: { v: { type: 'double' }, k: { type: 'keyword' } } },
    documents: values.map((v) => ({ v, k: 'a' })),
  });
  const histogram = { variable_width_histogram: { field: 'v', ...options } };
  const aggs = { a: { ...histogram, aggs: { s: { stats: { field: 'v' } } } } };
  const answer = index.answer({ size: 0, aggs });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return (JSON.parse(stringifyJson(answer.aggregations)) as { a: { buckets: Bucket[] } }).a.buckets;
}

/**
 * Up to the limit each value is a cluster of its own; beyond it, the nearest clusters are merged.
 */
function model(values: readonly number[], most: number): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    const last = groups.at(-1);
    if (last?.[0] === value) last.push(value);
    else groups.push([value]);
  }
  const mean = (group: readonly number[] = []): number =>
    group.reduce((sum, value) => sum + value, 0) / group.length;
  const gap = (at: number): number => mean(groups[at + 1]) - mean(groups[at]);
  while (groups.length > most) {
    let at = 0;
    for (let i = 0; i + 1 < groups.length; i++) if (gap(i) < gap(at) - 1e-9) at = i;
    groups.splice(at, 2, [...(groups[at] as number[]), ...(groups[at + 1] as number[])]);
  }
  return groups;
}

test('buckets are the values that a model puts together, with what is inside them', () => {
  // Powers of two: no two gaps are equal, so the last bit of a mean never decides.
  const values = fc.array(
    fc.integer({ min: 0, max: 24 }).map((power) => 2 ** power),
    {
      maxLength: 30,
    },
  );
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 6 }), (given, most) => {
      const buckets = answered(given, { buckets: most });
      const groups = model(given, most);
      expect(buckets.map(({ doc_count: count }) => count)).toEqual(groups.map((g) => g.length));
      for (const [i, { min, key, max, s }] of buckets.entries()) {
        const group = groups[i] ?? [];
        const sum = group.reduce((total, value) => total + value, 0);
        expect([min, max, s.count, s.sum]).toEqual([
          Math.min(...group),
          Math.max(...group),
          group.length,
          sum,
        ]);
        expect(key / (sum / group.length)).toBeCloseTo(1, 12);
      }
    }),
    { numRuns: 60 },
  );
});

test('however small the buffer, each document is in one bucket, which says what is in it', () => {
  const values = fc.array(fc.integer({ min: -100, max: 100 }), { maxLength: 60 });
  fc.assert(
    fc.property(values, (given) => {
      const buckets = answered(given, { buckets: 3, shard_size: 6, initial_buffer: 5 });
      expect(buckets.length).toBeLessThanOrEqual(3);
      expect(buckets.reduce((sum, bucket) => sum + bucket.doc_count, 0)).toBe(given.length);
      for (const { key, doc_count: count, s } of buckets) {
        expect(s.count).toBe(count);
        expect(key).toBeCloseTo(s.sum / count, 9);
      }
    }),
    { numRuns: 60 },
  );
});

test.each<[JsonObject, string]>([
  [{ buckets: 0 }, 'buckets must be greater than [0] for [a]'],
  [{ shard_size: 1 }, 'shard_size must be greater than [1] for [a]'],
  [{ initial_buffer: 0 }, 'initial_buffer must be greater than [0] for [a]'],
])('%j is refused where it is read', (options, reason) => {
  const read = () =>
    parseSearchRequest(
      { aggs: { a: { variable_width_histogram: { field: 'v', ...options } } } },
      {},
    );
  expect(read).toThrow(expect.objectContaining({ cause: expect.objectContaining({ reason }) }));
});

test.each<[JsonObject, string]>([
  [{ initial_buffer: 3 }, 'initial_buffer must be at least buckets but was [3<10] for [a]'],
  [{ shard_size: 5 }, '3/4 of shard_size must be at least buckets but was [3<10] for [a]'],
  [{ buckets: 100_000 }, 'buckets must be less than 65535'],
])('%j is refused at the shard', (options, reason) => {
  expect(() => answered([1], options)).toThrow(reason);
});

test('it has one owner: an aggregation of several buckets around it is refused', () => {
  const index = new TestIndex({
    mapping: { properties: { v: { type: 'double' } } },
    documents: [{ v: 1 }, { v: 5 }],
  });
  const inside = { h: { variable_width_histogram: { field: 'v', buckets: 2 } } };
  const within = (around: JsonObject) =>
    index.answer({ size: 0, aggs: { a: { ...around, aggs: inside } } });
  const one = { range: { field: 'v', ranges: [{ to: 3 }] } };
  expect(within(one)).toMatchObject({
    aggregations: { a: { buckets: [{ doc_count: 1, h: { buckets: [{ doc_count: 1 }] } }] } },
  });
  const several = { range: { field: 'v', ranges: [{ to: 3 }, { from: 3 }] } };
  const filtered = { filters: { filters: [{ match_all: {} }, { match_all: {} }] } };
  for (const around of [several, filtered, { terms: { field: 'v' } }]) {
    expect(() => within(around)).toThrow(
      '[variable_width_histogram] cannot be nested inside an aggregation that collects more than a single bucket.',
    );
  }
});

test('the key of an unsigned long has a text, its bounds have numbers', () => {
  const index = new TestIndex({
    mapping: { properties: { v: { type: 'unsigned_long' } } },
    documents: [{ v: 1 }, { v: 2 }],
  });
  const aggs = { a: { variable_width_histogram: { field: 'v', buckets: 1 } } };
  expect(JSON.parse(stringifyJson(index.answer({ size: 0, aggs })))).toMatchObject({
    aggregations: { a: { buckets: [{ min_as_string: 1, key_as_string: '1.5', key: 1.5 }] } },
  });
});
