/**
 * Pipeline aggregations over six documents: recorded responses of OpenSearch 2.19 to the same
 * requests.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { typesWithManyBuckets } from '@skein/aggregations';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

interface Recorded {
  readonly name: string;
  readonly aggs: JsonObject;
  readonly answer?: JsonObject;
  readonly error?: { readonly type: string; readonly reason: string };
}

const RECORDED: readonly Recorded[] = JSON.parse(
  readFileSync(join(__dirname, 'testdata/pipelines.json'), 'utf8'),
);

const INDEX = new TestIndex({
  mapping: mappingOf({ d: 'date', v: 'double', k: 'keyword', ip: 'ip', g: 'geo_point' }),
  documents: [
    { d: '2020-01-01', v: 1, k: 'a', g: '1,2' },
    { d: '2020-01-01', v: 5, k: 'b', g: '40,80' },
    { d: '2020-01-03', v: 2, k: 'a' },
    { d: '2020-01-04', v: 7, k: 'c' },
    { d: '2020-01-05', k: 'c', ip: '10.0.0.1' },
    { d: '2020-01-06', v: 4.5, k: 'a', ip: '10.0.0.9' },
  ],
});

/** The aggregations of a response, or its error without the position in the body. */
function said(aggs: JsonObject): JsonValue {
  try {
    const answer = INDEX.answer({ size: 0, aggs });
    if (typeof answer !== 'string') return answer.aggregations ?? null;
    const [, type = '', reason = ''] = /^(\w+): ([\s\S]*)$/.exec(answer) ?? [];
    return { type, reason: reason.replace(/^\[\d+:\d+\] /, '') };
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    const { type, reason } = thrown.cause instanceof ApiError ? thrown.cause : thrown;
    return { type, reason };
  }
}

/** Doubles as numbers with twelve digits, since sums of doubles are computed in another order. */
function rounded(json: unknown): unknown {
  if (typeof json === 'number') return Number(json.toPrecision(12));
  if (json instanceof Number) return rounded(Number(json));
  if (Array.isArray(json)) return json.map(rounded);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, rounded(value)]));
}

test.each(RECORDED.map((each) => [each.name, each] as const))('%s', (_name, recorded) => {
  const { aggs, answer, error } = recorded;
  expect(rounded(said(aggs))).toEqual(rounded(answer ?? error));
});

test('the record has answers and refusals of every pipeline there is', () => {
  const types = new Set<string>();
  const visit = (json: JsonValue): void => {
    if (isJsonArray(json)) json.forEach(visit);
    if (!isJsonObject(json)) return;
    for (const [key, inner = null] of Object.entries(json)) {
      types.add(key);
      visit(inner);
    }
  };
  for (const { aggs } of RECORDED) visit(aggs);
  const known = ['derivative', 'cumulative_sum', 'serial_diff', 'moving_avg', 'moving_fn'];
  const others = ['bucket_script', 'bucket_selector', 'bucket_sort', 'avg_bucket', 'max_bucket'];
  const more = ['min_bucket', 'sum_bucket', 'stats_bucket', 'extended_stats_bucket'];
  for (const name of [...known, ...others, ...more, 'percentiles_bucket']) {
    expect(types).toContain(name);
  }
});

/** One aggregation of each type with several buckets. */
const MANY_BUCKETS: Readonly<Record<string, JsonObject>> = {
  adjacency_matrix: { filters: { one: { match_all: {} }, two: { term: { k: 'a' } } } },
  auto_date_histogram: { field: 'd', buckets: 10 },
  categorize_text: { field: 'k' },
  composite: { sources: [{ k: { terms: { field: 'k' } } }] },
  counted_terms: { field: 'k' },
  date_histogram: { field: 'd', calendar_interval: 'day' },
  date_range: { field: 'd', ranges: [{ to: '2020-01-03' }, { from: '2020-01-03' }] },
  filters: { filters: { one: { match_all: {} }, two: { term: { k: 'a' } } } },
  geo_distance: { field: 'g', origin: '1,2', unit: 'km', ranges: [{ to: 10 }, { from: 10 }] },
  geohash_grid: { field: 'g' },
  geohex_grid: { field: 'g' },
  geotile_grid: { field: 'g' },
  histogram: { field: 'v', interval: 2 },
  ip_prefix: { field: 'ip', prefix_length: 32 },
  ip_range: { field: 'ip', ranges: [{ to: '10.0.0.5' }, { from: '10.0.0.5' }] },
  multi_terms: { terms: [{ field: 'k' }, { field: 'v' }] },
  range: { field: 'v', ranges: [{ to: 3 }, { from: 3 }] },
  rare_terms: { field: 'k', max_doc_count: 5 },
  significant_terms: { field: 'k', min_doc_count: 1, percentage: {} },
  terms: { field: 'k' },
  variable_width_histogram: { field: 'v', buckets: 3 },
};

test.each(Object.entries(MANY_BUCKETS))(
  '%s shows the buckets that pipelines leave',
  (type, body) => {
    const bucketsOf = (pipelines: JsonObject): JsonObject[] => {
      const answer = said({ a: { [type]: body, aggs: pipelines } });
      const { a } = answer as { a: { buckets: JsonObject[] | Record<string, JsonObject> } };
      return Array.isArray(a.buckets) ? a.buckets : Object.values(a.buckets);
    };
    const all = bucketsOf({});
    expect(all.length).toBeGreaterThan(1);
    expect(bucketsOf({ s: { bucket_sort: { from: 1, size: 1 } } })).toEqual([all[1]]);
    const script = { buckets_path: { n: '_count' }, script: 'params.n < 0' };
    expect(bucketsOf({ s: { bucket_selector: script } })).toEqual([]);
  },
);

test('every type that has several buckets is among those', () => {
  const several = typesWithManyBuckets();
  expect([...several].sort()).toEqual(Object.keys(MANY_BUCKETS));
});

test('buckets that are foretold count for the limit, those of each owner', () => {
  const foretold = (predict: number): JsonObject => ({
    k: {
      terms: { field: 'k' },
      aggs: {
        h: {
          date_histogram: { field: 'd', calendar_interval: 'day' },
          aggs: { x: { moving_avg: { buckets_path: '_count', predict } } },
        },
      },
    },
  });
  expect(said(foretold(100))).toMatchObject({ k: { buckets: [{}, {}, {}] } });
  expect(said(foretold(30_000))).toMatchObject({
    type: 'too_many_buckets_exception',
    reason: expect.stringContaining('[65535] but was [90000]'),
  });
});

test.each([
  ['moving_avg', 'window'],
  ['moving_avg', 'predict'],
  ['serial_diff', 'lag'],
])('%s refuses a [%s] that is no int', (type, option) => {
  const x = { [type]: { buckets_path: '_count', [option]: 10n ** 20n } };
  const histogram = { field: 'd', calendar_interval: 'day' };
  expect(said({ h: { date_histogram: histogram, aggs: { x } } })).toMatchObject({
    type: 'input_coercion_exception',
    reason: expect.stringContaining('out of range of int'),
  });
});

test('the normalized value of a derivative is absent where it has none', () => {
  const histogram = { field: 'd', calendar_interval: 'day' };
  const aggs = {
    v: { sum: { field: 'v' } },
    q: { derivative: { buckets_path: 'v', unit: 'day' } },
    r: { derivative: { buckets_path: 'q.normalized_value' } },
  };
  const days = { date_histogram: histogram, aggs };
  const { buckets } = (said({ h: days }) as { h: { buckets: readonly JsonObject[] } }).h;
  expect(buckets.map(({ q, r }) => [q !== undefined, r !== undefined]).slice(0, 3)).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
});

test('bucket_sort sorts longs exactly, and the negative zero before the other one', () => {
  const index = new TestIndex({
    mapping: mappingOf({ l: 'long', v: 'double' }),
    documents: [
      { l: 9007199254740993n, v: 0 },
      { l: 9007199254740992n, v: '-0.0' },
      { l: 1, v: 1 },
    ],
  });
  const sorted = (sort: JsonObject): JsonValue => {
    const aggs = { m: { max: { field: 'v' } }, s: { bucket_sort: { sort: [sort] } } };
    const answer = index.answer({ size: 0, aggs: { a: { terms: { field: 'l' }, aggs } } });
    const { a } = (answer as JsonObject).aggregations as {
      a: { buckets: { key: JsonValue }[] };
    };
    return a.buckets.map(({ key }) => key);
  };
  const [lower, higher] = [9007199254740992n, 9007199254740993n];
  expect(sorted({ _key: 'asc' })).toEqual([1, lower, higher]);
  expect(sorted({ _key: 'desc' })).toEqual([higher, lower, 1]);
  expect(sorted({ m: 'asc' })).toEqual([lower, higher, 1]);
  expect(sorted({ m: 'desc' })).toEqual([1, higher, lower]);
});
