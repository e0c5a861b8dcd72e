/**
 * Documents with duplicate values: the count of each aggregation was recorded from OpenSearch
 * 2.19.1.
 */

import type { JsonObject, JsonValue } from '@skein/content';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const DOCUMENTS: readonly JsonObject[] = [
  { n: [5, 5], dt: ['2024-01-01', '2024-01-01', '2024-01-02'], x: [1.5, 1.5, 2] },
  { n: [5, 6, 6, 7], dt: ['2024-01-02'], x: [2], s: 'b' },
  { n: 7, dt: ['2025-01-01', '2025-01-01', '2025-01-01'] },
  { n: [8, 8, 8], s: ['a', 'b'] },
];
const mapping = mappingOf({ n: 'long', dt: 'date', x: 'double', s: 'keyword', ip: 'ip' });
const index = new TestIndex({ mapping, documents: DOCUMENTS, segmentDocs: 4 });

function buckets(aggregation: JsonObject, query?: JsonObject): JsonValue {
  const body = { size: 0, aggs: { a: aggregation }, ...(query === undefined ? {} : { query }) };
  const answer = index.answer(body);
  if (typeof answer === 'string') throw new Error(answer);
  const { a } = answer.aggregations as { a: { buckets: { doc_count: number }[] } };
  return a.buckets.map(({ doc_count }) => doc_count);
}

const composite = (source: JsonObject) => ({ composite: { sources: [{ k: source }] } });

test('composite counts values, and documents where it goes through points', () => {
  const terms = composite({ terms: { field: 'n' } });
  const days = composite({ date_histogram: { field: 'dt', calendar_interval: 'day' } });
  expect(buckets(terms)).toEqual([2, 1, 2, 1]);
  expect(buckets(terms, { exists: { field: 'dt' } })).toEqual([3, 2, 2]);
  expect(buckets(days)).toEqual([1, 2, 1]);
  expect(buckets(days, { term: { n: 7 } })).toEqual([1, 3]);
  expect(buckets(composite({ terms: { field: 'x' } }))).toEqual([2, 2]);
  expect(buckets(composite({ histogram: { field: 'n', interval: 2 } }))).toEqual([3, 4, 3]);
});

test('rare_terms counts numbers one by one', () => {
  expect(buckets({ rare_terms: { field: 'n', max_doc_count: 3 } })).toEqual([2, 2, 3, 3]);
});

test('significant_terms examines no floating point numbers, rare_terms shows unsigned longs as text', () => {
  expect(() => buckets({ significant_terms: { field: 'x' } })).toThrow(
    'No support for examining floating point numerics',
  );
  const unsigned = new TestIndex({
    mapping: { properties: { u: { type: 'unsigned_long' } } },
    documents: [{ u: 5 }],
  });
  expect(unsigned.answer({ size: 0, aggs: { a: { rare_terms: { field: 'u' } } } })).toMatchObject({
    aggregations: { a: { buckets: [{ key: 5, key_as_string: '5', doc_count: 1 }] } },
  });
});

test('auto_date_histogram takes the step that the whole span may need', () => {
  expect(buckets({ auto_date_histogram: { field: 'dt', buckets: 4 } })).toEqual([2, 1]);
});

test.each([
  ['n', 'Sample diversifying key must be a single valued-field'],
  ['s', 'Sample diversifying key must be a single valued-field'],
  ['ip', 'Field [ip] of type [ip] is not supported for aggregation [diversified_sampler]'],
])('diversified_sampler refuses [%s]', (field, reason) => {
  const aggs = { a: { diversified_sampler: { field }, aggs: { b: { max: { field: 'x' } } } } };
  expect(() => index.answer({ size: 0, aggs })).toThrow(reason);
});

test.each([1, 3, 40])('a document with %i points in each of its cells is in them once', (each) => {
  const lons = Array.from({ length: 30 * each }, (_, i) => ((i % 30) - 15) * 11.25 + 0.5);
  const places = new TestIndex({
    mapping: mappingOf({ p: 'geo_point' }),
    documents: [
      { p: lons.map((lon) => [lon, 1]) },
      {
        p: [
          [0.6, 1],
          [0.7, 1],
        ],
      },
    ],
  });
  for (const aggs of [{}, { aggs: { b: { value_count: { field: 'p' } } } }]) {
    const answer = places.answer({
      size: 0,
      aggs: { a: { geotile_grid: { field: 'p', precision: 5 }, ...aggs } },
    });
    const { a } = (answer as JsonObject).aggregations as { a: { buckets: JsonObject[] } };
    expect(a.buckets.map((bucket) => bucket.doc_count)).toEqual([2, ...Array(29).fill(1)]);
  }
});
