/** Compares pipelines that merge sketches of buckets, and `geo_line`, with models. */

import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const MAPPING = mappingOf({ k: 'keyword', x: 'long', v: 'long', t: 'date', p: 'geo_point' });

function aggregated(documents: readonly JsonObject[], aggs: JsonObject): JsonObject {
  const answer = new TestIndex({ mapping: MAPPING, documents }).answer({ size: 0, aggs });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return JSON.parse(stringifyJson(answer.aggregations)) as JsonObject;
}

interface Step {
  readonly key: number;
  readonly all?: { readonly value: number };
  readonly m?: { readonly values: Readonly<Record<string, number>> };
}

interface Groups {
  readonly t: { readonly buckets: readonly { key: string; h: { buckets: readonly Step[] } }[] };
}

type Doc = { k: string; x: number; v: number };

const documents: fc.Arbitrary<Doc[]> = fc.array(
  fc.record({
    k: fc.constantFrom('a', 'b'),
    x: fc.integer({ min: 0, max: 9 }),
    v: fc.integer({ min: 0, max: 12 }),
  }),
  { minLength: 1, maxLength: 24 },
);

const inSteps = (aggs: JsonObject): JsonObject => ({
  t: {
    terms: { field: 'k', order: { _key: 'asc' } },
    aggs: { h: { histogram: { field: 'x', interval: 1 }, aggs } },
  },
});

test('different values so far are those of the buckets so far', () => {
  const aggs = inSteps({
    f: { filter: { range: { v: { gte: 3 } } }, aggs: { c: { cardinality: { field: 'v' } } } },
    all: { cumulative_cardinality: { buckets_path: 'f>c' } },
  });
  fc.assert(
    fc.property(documents, (docs) => {
      const { t } = aggregated(docs, aggs) as unknown as Groups;
      for (const { key, h } of t.buckets) {
        for (const step of h.buckets) {
          const own = docs.filter(({ k, x, v }) => k === key && x <= step.key && v >= 3);
          expect(step.all).toEqual({ value: new Set(own.map(({ v }) => v)).size });
        }
      }
    }),
    { numRuns: 40 },
  );
});

test('percentiles of a window are those of its documents', () => {
  const percents = [10, 50, 90];
  const window = fc.integer({ min: 1, max: 12 });
  const shift = fc.integer({ min: -4, max: 14 });
  fc.assert(
    fc.property(documents, window, shift, (docs, size, by) => {
      const aggs = inSteps({
        p: { percentiles: { field: 'v', percents } },
        m: { moving_percentiles: { buckets_path: 'p', window: size, shift: by } },
      });
      const { t } = aggregated(docs, aggs) as unknown as Groups;
      for (const { key, h } of t.buckets) {
        h.buckets.forEach(({ m }, i) => {
          const inside = h.buckets.slice(Math.max(0, i - size + by), Math.max(0, i + by));
          if (inside.length === 0) {
            expect(m).toBeUndefined();
            return;
          }
          const keys = new Set(inside.map((step) => step.key));
          const own = docs.filter(({ k, x }) => k === key && keys.has(x));
          const p = { percentiles: { field: 'v', percents } };
          expect(m).toEqual(aggregated(own, { p }).p);
        });
      }
    }),
    { numRuns: 60 },
  );
});

test('a window that is moved far beyond the last bucket needs no place for each step', () => {
  const far = 2_000_000_000;
  const aggs = inSteps({
    p: { percentiles: { field: 'v', percents: [50] } },
    m: { moving_percentiles: { buckets_path: 'p', window: far, shift: far } },
  });
  const docs = [1, 2, 4].map((v) => ({ k: 'a', x: v, v }));
  const { t } = aggregated(docs, aggs) as unknown as Groups;
  const buckets = t.buckets[0]?.h.buckets ?? [];
  expect(buckets.map(({ m }) => m?.values['50.0'])).toEqual([2, 3, 4, 4]);
});

test.each([
  [
    { c: { cardinality: { field: 'v' } } },
    { cumulative_cardinality: { buckets_path: 'x' } },
    'No aggregation found for path [x]',
  ],
  [
    { c: { max: { field: 'v' } } },
    { cumulative_cardinality: { buckets_path: 'c' } },
    'must reference a cardinality aggregation',
  ],
  [
    { c: { percentiles: { field: 'v' } } },
    { moving_percentiles: { buckets_path: 'c', window: -1 } },
    'failed to parse field [window]',
  ],
  [
    { c: { percentiles: { field: 'v' } } },
    { moving_percentiles: { buckets_path: 'c' } },
    'Required [window]',
  ],
  [
    { c: { max: { field: 'v' } } },
    { moving_percentiles: { buckets_path: 'c', window: 1 } },
    'must reference a percentiles aggregation',
  ],
  [
    { c: { percentiles: { field: 'v' } } },
    { moving_percentiles: { buckets_path: 'c.50', window: 1 } },
    'must reference a percentiles aggregation',
  ],
])('beside %j %j is refused', (aggs, pipeline, reason) => {
  const h = { histogram: { field: 'x', interval: 1 }, aggs: { ...aggs, p: pipeline } };
  expect(() => aggregated([{ x: 1 }], { h } as unknown as JsonObject)).toThrow(reason);
});

test('they stand in a histogram', () => {
  const aggs = {
    c: { cardinality: { field: 'v' } },
    p: { cumulative_cardinality: { buckets_path: 'c' } },
  };
  expect(() => aggregated([{ x: 1 }], aggs)).toThrow("but doesn't have a parent");
});

test('a line goes through its points in order, and no further than its size', () => {
  const points = fc.uniqueArray(
    fc.record({
      x: fc.integer({ min: 0, max: 1000 }),
      lat: fc.integer({ min: -80, max: 80 }),
      lon: fc.integer({ min: -170, max: 170 }),
    }),
    { selector: ({ x }) => x, minLength: 2, maxLength: 20 },
  );
  const options = fc.record({
    sort_order: fc.constantFrom('asc', 'DESC'),
    size: fc.integer({ min: 2, max: 25 }),
  });
  fc.assert(
    fc.property(points, options, (given, { sort_order, size }) => {
      const geo_line = { point: { field: 'p' }, sort: { field: 'x' }, include_sort: true };
      const docs = [...given.map(({ x, lat, lon }) => ({ x, p: { lat, lon } })), { x: 5 }];
      const { a } = aggregated(docs, { a: { geo_line: { ...geo_line, sort_order, size } } });
      const sign = sort_order === 'DESC' ? -1 : 1;
      const line = given.toSorted((one, two) => sign * (one.x - two.x)).slice(0, size);
      expect(a).toEqual({
        type: 'Feature',
        geometry: { type: 'LineString', coordinates: line.map(({ lat, lon }) => [lon, lat]) },
        properties: { complete: given.length <= size, sort_values: line.map(({ x }) => x) },
      });
    }),
    { numRuns: 60 },
  );
});

const LINE = { point: { field: 'p' }, sort: { field: 'x' } };

test('one point is no line, and none is an empty one', () => {
  const one = aggregated([{ x: 1, p: '2,3' }], { a: { geo_line: LINE } }).a as JsonObject;
  expect(one.geometry).toEqual({ type: 'Point', coordinates: [3, 2] });
  const none = aggregated([{ x: 1 }], { a: { geo_line: LINE } }).a as JsonObject;
  expect(none.geometry).toEqual({ type: 'LineString', coordinates: [] });
});

test.each([
  [{ point: { field: 'p' } }, 'Required [sort]'],
  [{ ...LINE, size: 0 }, 'failed to parse field [size]'],
  [{ ...LINE, size: 10_001 }, 'failed to parse field [size]'],
  [{ ...LINE, sort_order: 'up' }, 'failed to parse field [sort_order]'],
  [{ ...LINE, point: { field: 'x' } }, 'not supported for aggregation [geo_line]'],
  [{ ...LINE, sort: { field: 'k' } }, 'not supported for aggregation [geo_line]'],
])('%j is refused', (geo_line, reason) => {
  expect(() => aggregated([{ x: 1, k: 'a', p: '2,3' }], { a: { geo_line } })).toThrow(reason);
});

test('a document has one place in a line', () => {
  const a = { geo_line: LINE };
  expect(() => aggregated([{ x: [1, 2], p: '2,3' }], { a })).toThrow('more than one sort value');
  expect(() => aggregated([{ x: 1, p: ['2,3', '4,5'] }], { a })).toThrow(
    'more than one point value',
  );
});

/** For each document behind the expected values: its bucket, and whether it is counted. */
const members = fc.array(
  fc.record({ v: fc.integer({ min: 0, max: 3 }), k: fc.constantFrom('a', 'b') }),
  { minLength: 2, maxLength: 20 },
);

test('a correlation is that of the numbers of buckets with being among the documents', () => {
  const expectations = [3, 10, -2, 5];
  const ranges = expectations.map((_, i) => ({ from: i, to: i + 1 }));
  fc.assert(
    fc.property(members, (docs) => {
      const fractions = expectations.map(
        (_, i) => docs.filter(({ v }) => v === i).length / docs.length,
      );
      const indicator = { expectations, fractions, doc_count: docs.length };
      const correlate = {
        bucket_correlation: {
          buckets_path: 'r>_count',
          function: { count_correlation: { indicator } },
        },
      };
      const own = docs.filter(({ k }) => k === 'a');
      const { c } = aggregated(own, { r: { range: { field: 'v', ranges } }, c: correlate });
      const { value } = c as { value: number | null };
      const pairs = docs.map(({ v, k }) => [expectations[v] as number, k === 'a' ? 1 : 0] as const);
      const mean = (of: (pair: (typeof pairs)[number]) => number) =>
        pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
      const [mx, my] = [mean(([x]) => x), mean(([, y]) => y)];
      const product = mean(([x]) => (x - mx) ** 2) * mean(([, y]) => (y - my) ** 2);
      if (product < 1e-12) return;
      expect(value).toBeCloseTo(mean(([x, y]) => (x - mx) * (y - my)) / Math.sqrt(product), 9);
    }),
    { numRuns: 60 },
  );
});

test.each([
  [{}, 'Required [count_correlation]'],
  [{ count_correlation: {} }, 'Required [indicator]'],
  [
    { count_correlation: { indicator: { expectations: [1], doc_count: 3 } } },
    'at least [2] numbers',
  ],
  [
    { count_correlation: { indicator: { expectations: [1, 2] } } },
    '[doc_count] must be greater than 0',
  ],
  [
    { count_correlation: { indicator: { expectations: [1, 2], fractions: [1], doc_count: 3 } } },
    '[fractions] must have as many numbers',
  ],
  [
    { count_correlation: { indicator: { expectations: [1, 2, 3], doc_count: 3 } } },
    'value lengths do not match',
  ],
])('a correlation by %j is refused', (given, reason) => {
  const aggs = {
    r: { range: { field: 'v', ranges: [{ to: 1 }, { from: 1 }] } },
    c: { bucket_correlation: { buckets_path: 'r>_count', function: given } },
  };
  expect.hasAssertions();
  try {
    aggregated([{ v: 1 }], aggs as unknown as JsonObject);
  } catch (thrown) {
    const { message, cause } = thrown as Error & { cause?: { message?: string } };
    expect(`${message} ${cause?.message ?? ''}`).toContain(reason);
  }
});
