/** The interval that `auto_date_histogram` chooses when its buckets become too many. */
import type { JsonObject, JsonValue } from '@skein/content';
import { TestIndex } from '../../testing/test_index.js';

const START_MS = Date.UTC(2024, 0, 1);
/** 31 seconds in 20 minutes. */
const DATES = Array.from({ length: 31 }, (_, i) => START_MS + (i % 20) * 60_000 + i * 1000);

const INDEX = new TestIndex({
  mapping: { properties: { t: { type: 'date' }, k: { type: 'keyword' }, n: { type: 'long' } } },
  documents: DATES.flatMap((t, n) => ['a', 'b'].map((k) => ({ t, k, n }))),
  segmentDocs: 25,
});

interface Buckets {
  readonly interval: string;
  readonly buckets: readonly { readonly doc_count: number; readonly a: Buckets }[];
}

function found<T = Buckets>(aggs: JsonObject, query: JsonValue = { match_all: {} }): T {
  const { aggregations } = INDEX.answer({ size: 0, query, aggs } as JsonObject) as JsonObject;
  return (JSON.parse(JSON.stringify(aggregations)) as { a: T }).a;
}

const shape = ({ interval, buckets }: Buckets) => [
  interval,
  buckets.map(({ doc_count }) => doc_count),
];

const auto = (buckets: number): JsonObject => ({ auto_date_histogram: { field: 't', buckets } });
const scripted: JsonObject = {
  auto_date_histogram: {
    script: { source: 'doc.t.value.toInstant().toEpochMilli()' },
    field: 't',
    buckets: 1,
  },
};
const max: JsonObject = { m: { max: { field: 'n' } } };

test.each<[string, JsonObject]>([
  ['alone', { a: auto(1) }],
  ['with metrics', { a: { ...auto(1), aggs: max } }],
  ['of a script', { a: scripted }],
])('minutes that fit are not made hours: %s', (_what, aggs) => {
  expect(shape(found(aggs))).toEqual(['30m', [62]]);
  expect(shape(found(aggs, { range: { n: { lt: 30 } } }))).toEqual(['30m', [60]]);
});

test('fewer merge to narrower intervals', () => {
  expect(shape(found({ a: auto(2) }))).toEqual(['10m', [40, 22]]);
  expect(shape(found({ a: auto(4) }))).toEqual(['5m', [20, 20, 12, 10]]);
});

test.each([
  [1, '30m', [62]],
  [2, '10m', [40, 22]],
  [4, '5m', [20, 20, 12, 10]],
])('in one bucket, %i are shown as without it', (buckets, interval, counts) => {
  const all = { filter: { match_all: {} }, aggs: { a: auto(buckets) } };
  const { a } = found<{ a: Buckets }>({ a: all });
  expect(shape(a)).toEqual([interval, counts]);
});

test.each([
  [30, '30m'],
  [31, '1h'],
])('%i minutes are one bucket of %s, alone and in another', (minutes, interval) => {
  const index = new TestIndex({
    mapping: { properties: { t: { type: 'date' } } },
    documents: Array.from({ length: minutes }, (_, i) => ({ t: START_MS + i * 60_000 })),
    segmentDocs: 100,
  });
  const all = { filter: { match_all: {} }, aggs: { a: auto(1) } };
  const { aggregations } = index.answer({ size: 0, aggs: { a: auto(1), all } }) as JsonObject;
  const { a, all: inner } = JSON.parse(JSON.stringify(aggregations));
  expect([a, inner.a].map(shape)).toEqual([
    [interval, [minutes]],
    [interval, [minutes]],
  ]);
});

test('in buckets of another aggregation, each has its own', () => {
  const { buckets } = found({ a: { terms: { field: 'k' }, aggs: { a: auto(1) } } });
  expect(buckets.map(({ a }) => shape(a))).toEqual([
    ['30m', [31]],
    ['30m', [31]],
  ]);
});
