/** Compares `rate` and `top_metrics` with models, and checks the buckets that may contain them. */

import { finishAggregations } from '@skein/aggregations';
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { parseSearchRequest } from '../../request/parse_search_request.js';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const MAPPING = mappingOf({
  t: 'date',
  n: 'long',
  d: 'double',
  k: 'keyword',
  place: 'geo_point',
  offers: { type: 'nested', properties: { price: { type: 'long' } } },
});

function aggregated(documents: readonly JsonObject[], body: JsonObject): JsonObject {
  const answer = new TestIndex({ mapping: MAPPING, documents }).answer({ size: 0, ...body });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return JSON.parse(stringifyJson(answer.aggregations)) as JsonObject;
}

interface Bucket {
  readonly key: number | string;
  readonly x: { readonly value: number };
  readonly k: { readonly buckets: readonly Bucket[] };
}

const rates = (documents: readonly JsonObject[], histogram: JsonObject, rate: JsonObject) =>
  (
    aggregated(documents, {
      aggs: { h: { date_histogram: { field: 't', ...histogram }, aggs: { x: { rate } } } },
    }) as unknown as { h: { buckets: Bucket[] } }
  ).h.buckets.map(({ x }) => x.value);

/** The values of Elasticsearch's own tests. */
test('sums, numbers of values and documents, by units of time', () => {
  const weeks = [
    { t: '2020-02-03T10:00:00Z', n: 3 },
    { t: '2020-02-04T10:00:00Z', n: 4 },
    { t: '2020-02-11T10:00:00Z', n: 6 },
    { t: '2020-02-12T10:00:00Z', n: 8 },
  ];
  expect(rates(weeks, { calendar_interval: 'week' }, { field: 'n', unit: 'day' })).toEqual([1, 2]);
  expect(rates(weeks, { calendar_interval: 'week' }, { field: 'n' })).toEqual([7, 14]);
  const days = ['01T10', '01T11', '01T12', '02T10', '02T11', '04T10'].map((hour) => ({
    t: `2020-02-${hour}:00:00Z`,
    n: 5,
  }));
  const count = { field: 'n', unit: 'week', mode: 'value_count' };
  expect(rates(days, { calendar_interval: 'day' }, count)).toEqual([21, 14, 0, 7]);
  expect(rates(days, { fixed_interval: '1d' }, { unit: 'hour' })).toEqual([
    3 / 24,
    2 / 24,
    0,
    1 / 24,
  ]);
});

test('months are as long as they are, and so are days where clocks change', () => {
  const documents = ['2024-02-10', '2024-03-10', '2024-03-31T12:00:00Z'].map((t) => ({
    t,
    n: 29 * 31,
  }));
  const month = { calendar_interval: 'month' };
  expect(rates(documents, month, { field: 'n', unit: 'day' })).toEqual([31, 58]);
  expect(rates(documents, month, { field: 'n', unit: 'year' })).toEqual([
    29 * 31 * 12,
    29 * 31 * 24,
  ]);
  const zone = { calendar_interval: 'day', time_zone: 'Europe/Berlin', min_doc_count: 1 };
  expect(rates(documents, zone, { unit: 'hour' })).toEqual([1 / 24, 1 / 24, 1 / 23]);
});

test('a rate may stand further inside, where buckets are of one length', () => {
  const documents = [
    { t: '2024-01-01', k: 'a', offers: [{ price: 1 }, { price: 2 }] },
    { t: '2024-01-02', k: 'b', offers: [{ price: 4 }] },
  ];
  const inside = (histogram: JsonObject, unit: string) => ({
    aggs: {
      h: {
        date_histogram: { field: 't', ...histogram },
        aggs: {
          k: { terms: { field: 'k' }, aggs: { x: { rate: { unit } } } },
          o: {
            nested: { path: 'offers' },
            aggs: { x: { rate: { field: 'offers.price', unit } } },
          },
        },
      },
    },
  });
  const { h } = aggregated(documents, inside({ calendar_interval: 'week' }, 'day')) as unknown as {
    h: { buckets: (Bucket & { o: Bucket })[] };
  };
  expect(h.buckets.map(({ k, o }) => [k.buckets.map(({ x }) => x.value), o.x.value])).toEqual([
    [[1 / 7, 1 / 7], 1],
  ]);
  expect(() => aggregated(documents, inside({ calendar_interval: 'month' }, 'day'))).toThrow(
    'whose buckets differ in length',
  );
});

test.each([
  [{ calendar_interval: 'day' }, { unit: 'month' }, 'Cannot use month-based rate unit [month]'],
  [{ fixed_interval: '1d' }, { unit: 'year' }, 'with fixed interval based histogram'],
  [{ calendar_interval: 'day' }, { unit: 'fortnight' }, 'failed to parse field [unit]'],
  [{ calendar_interval: 'day' }, { mode: 'sum' }, 'The mode parameter is only supported with'],
  [{ calendar_interval: 'day' }, { field: 'n', mode: 'max' }, 'failed to parse field [mode]'],
  [{ calendar_interval: 'day' }, { field: 'k' }, 'not supported for aggregation [rate]'],
])('in %j %j is refused', (histogram, rate, reason) => {
  expect(() => rates([{ t: 0, k: 'x' }], histogram, rate)).toThrow(reason);
});

test('a rate without a date histogram is refused', () => {
  expect(() => aggregated([{ n: 1 }], { aggs: { x: { rate: { field: 'n' } } } })).toThrow(
    'can only be used inside a date histogram',
  );
});

const documents = fc.array(
  fc.record({ k: fc.constantFrom('a', 'b'), d: fc.integer({ min: -20, max: 20 }) }),
  { minLength: 1, maxLength: 16 },
);

test('top metrics are those of the documents that come first, on any number of shards', () => {
  fc.assert(
    fc.property(documents, fc.integer({ min: 1, max: 3 }), (docs, shards) => {
      // The keys differ, since the winner among equal keys is unspecified.
      const all = docs.map(({ k, d }, i) => ({ k, n: d * 100 + i, d: i / 4 }));
      const x = { top_metrics: { metrics: { field: 'd' }, sort: { n: 'desc' }, size: 2 } };
      const aggs = { t: { terms: { field: 'k', order: { _key: 'asc' } }, aggs: { x } } };
      const { aggregations: tree } = parseSearchRequest({ size: 0, aggs }, {});
      if (tree === undefined) throw new Error('no aggregations');
      const parts = Array.from({ length: shards }, (_, shard) =>
        new TestIndex({
          mapping: MAPPING,
          documents: all.filter((_doc, i) => i % shards === shard),
        }).part({ size: 0, aggs }),
      );
      const options = { maxBuckets: 100, typedKeys: false, checkCancelled: () => undefined };
      const json = finishAggregations(tree, parts, {
        ...options,
        script: noScripts,
        reduceScript: noScripts,
      });
      const { t } = JSON.parse(stringifyJson(json)) as {
        t: { buckets: { key: string; x: unknown }[] };
      };
      for (const { key, x: shown } of t.buckets) {
        const own = all.filter(({ k }) => k === key).sort((a, b) => b.n - a.n);
        const top = own.slice(0, 2).map(({ n, d }) => ({ sort: [n], metrics: { d } }));
        expect(shown).toEqual({ top });
      }
    }),
    { numRuns: 40 },
  );
});

function noScripts(): never {
  throw new Error('no script in the tree');
}

const ANIMALS = [
  { k: 'cat', n: 1, t: '2020-01-01T01:01:01Z', place: '40.7128,-74.0060' },
  { k: 'dog', n: 2, d: 2.5, t: '2020-01-01T02:01:01Z', place: '34.0522,-118.2437' },
];

const top = (top_metrics: JsonObject) =>
  (aggregated(ANIMALS, { aggs: { x: { top_metrics } } }) as unknown as { x: { top: unknown } }).x
    .top;

test('dates are shown as their field shows them, and what is missing as it was said', () => {
  expect(top({ metrics: [{ field: 'k' }, { field: 'd' }], sort: { t: 'asc' } })).toEqual([
    { sort: ['2020-01-01T01:01:01.000Z'], metrics: { k: 'cat', d: null } },
  ]);
  expect(top({ metrics: { field: 'd', missing: -1 }, sort: 'n' })).toEqual([
    { sort: [1], metrics: { d: -1 } },
  ]);
  const near = { _geo_distance: { place: '35.7796,-78.6382' } };
  expect(top({ metrics: { field: 'n' }, sort: near })).toMatchObject([{ metrics: { n: 1 } }]);
  expect(top({ metrics: { field: 'n' }, sort: '_score' })).toEqual([
    { sort: [1], metrics: { n: 1 } },
  ]);
});

test('buckets are ordered by a metric, and pipelines read it', () => {
  const x = { top_metrics: { metrics: { field: 'n' }, sort: { t: 'desc' } } };
  const aggs = {
    t: { terms: { field: 'k', order: { 'x.n': 'desc' } }, aggs: { x } },
    sum: { sum_bucket: { buckets_path: 't>x[n]' } },
  };
  const { t, sum } = aggregated(ANIMALS, { aggs }) as unknown as {
    t: { buckets: Bucket[] };
    sum: JsonObject;
  };
  expect(t.buckets.map(({ key }) => key)).toEqual(['dog', 'cat']);
  expect(sum).toEqual({ value: 3 });
});

test.each([
  [{ metrics: { field: 'n' } }, 'Required [sort]'],
  [{ sort: 'n' }, 'Required [metrics]'],
  [{ metrics: {}, sort: 'n' }, 'failed to parse field [metrics]'],
  [{ metrics: [], sort: 'n' }, '[metrics] must not be empty'],
  [{ metrics: { field: 'n' }, sort: ['n', 't'] }, '[sort] must contain exactly one sort'],
  [{ metrics: { field: 'n' }, sort: 'n', size: 0 }, 'failed to parse field [size]'],
  [{ metrics: { field: 'n' }, sort: 'n', size: 11 }, 'failed to parse field [size]'],
  [{ metrics: { field: 'n' }, sort: 'n', from: 1 }, 'unknown field [from]'],
])('%j is refused', (options, reason) => {
  expect(() => top(options)).toThrow(reason);
});

test('in a composite by the length of its only steps of time', () => {
  const documents = [
    { t: '2024-01-05', n: 31, k: 'a' },
    { t: '2024-01-09', n: 31, k: 'b' },
    { t: '2024-02-05', n: 58, k: 'a' },
    { t: '2024-02-06', k: 'a' },
    { n: 7, k: 'c' },
  ];
  const asked = (sources: JsonObject[], rate: JsonObject): unknown =>
    (
      aggregated(documents, {
        aggs: { c: { composite: { sources }, aggs: { x: { rate } } } },
      }) as unknown as { c: { buckets: Bucket[] } }
    ).c.buckets.map(({ x }) => x.value);
  const k = { k: { terms: { field: 'k' } } };
  const months = { m: { date_histogram: { field: 't', calendar_interval: 'month' } } };
  expect(asked([k, months], { field: 'n', unit: 'day' })).toEqual([1, 2, 1]);
  expect(asked([months], { unit: 'year' })).toEqual([24, 24]);
  expect(asked([months], { unit: 'day', field: 'n', mode: 'value_count' })).toEqual([
    2 / 31,
    1 / 29,
  ]);
  const missing = {
    m: { date_histogram: { field: 't', fixed_interval: '2d', missing_bucket: true } },
  };
  expect(asked([k, missing], { field: 'n', unit: 'day' })).toEqual([15.5, 29, 15.5, 3.5]);
  const only = 'composite aggregation with exactly one date histogram value source';
  expect(() => asked([k], { field: 'n' })).toThrow(only);
  expect(() =>
    asked([months, { o: { date_histogram: { field: 't', fixed_interval: '1d' } } }], {}),
  ).toThrow(only);
});
