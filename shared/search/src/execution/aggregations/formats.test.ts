/**
 * Non-numeric results and errors of aggregations: responses of OpenSearch 2.19, found by random
 * requests.
 */

import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const index = new TestIndex({
  mapping: mappingOf({
    u: 'unsigned_long',
    b: 'boolean',
    d: { type: 'date', format: 'yyyy-MM-dd' },
    k: 'keyword',
  }),
  documents: [
    { u: 1, b: true, d: '2020-01-01', k: 'x' },
    { u: 3, b: true, d: '2020-01-01', k: 'y' },
  ],
});

function said(type: string, options: JsonObject): JsonObject {
  const answer = index.answer({ size: 0, aggs: { a: { [type]: options } } });
  if (!isJsonObject(answer)) throw new Error(String(answer));
  return (JSON.parse(stringifyJson(answer)) as { aggregations: { a: JsonObject } }).aggregations.a;
}

test('unsigned longs are texts of one number, numbers of several', () => {
  expect(said('avg', { field: 'u' })).toEqual({ value: 2, value_as_string: '2.0' });
  expect(said('avg', { field: 'u', format: '0' })).toEqual({ value: 2, value_as_string: '2' });
  expect(said('stats', { field: 'u' })).toMatchObject({ min: 1, min_as_string: 1 });
  expect(said('extended_stats', { field: 'u' })).toMatchObject({
    variance_as_string: 1,
    std_deviation_as_string: '1.0',
  });
  expect(said('terms', { field: 'u' }).buckets).toEqual([
    { key: 1, doc_count: 1 },
    { key: 3, doc_count: 1 },
  ]);
});

test('partitions of doubles hash whole ones as doubles, too', () => {
  const doubles = new TestIndex({
    mapping: { properties: { n: { type: 'scaled_float', scaling_factor: 10 } } },
    documents: [100, 36, 39.7].map((n) => ({ n })),
  });
  const include = { partition: 1, num_partitions: 3 };
  const answer = doubles.answer({ size: 0, aggs: { a: { terms: { field: 'n', include } } } });
  const { aggregations } = JSON.parse(stringifyJson(answer)) as { aggregations: JsonObject };
  expect(aggregations.a).toMatchObject({ buckets: [{ key: 39.7 }, { key: 100 }] });
});

test('the key of numbers that are taken for dates is a whole number', () => {
  const numbers = new TestIndex({
    mapping: { properties: { n: { type: 'integer' } } },
    documents: [{ n: 80 }],
  });
  const a = { date_histogram: { field: 'n', fixed_interval: '1d', offset: '5m', keyed: true } };
  const answer = numbers.answer({ size: 0, aggs: { a } });
  const { aggregations } = JSON.parse(stringifyJson(answer)) as { aggregations: JsonObject };
  expect(aggregations.a).toEqual({
    buckets: { '-86100000': { key: -86100000, doc_count: 1 } },
  });
});

test('a format rounds the digits that tell a double, not those of its binary value', () => {
  const big = new TestIndex({
    mapping: { properties: { n: { type: 'double' } } },
    documents: [{ n: 100000000000288.62 }],
  });
  const answer = big.answer({ size: 0, aggs: { a: { sum: { field: 'n', format: '.00' } } } });
  const { aggregations } = JSON.parse(stringifyJson(answer)) as { aggregations: JsonObject };
  expect(aggregations.a).toMatchObject({ value_as_string: '100000000000288.62' });
});

test('truths are texts of one number, truths of several', () => {
  expect(said('max', { field: 'b' })).toEqual({ value: 1, value_as_string: 'true' });
  expect(said('stats', { field: 'b' })).toMatchObject({ max_as_string: true });
  expect(said('range', { field: 'b', ranges: [{ to: 5 }] }).buckets).toMatchObject([
    { key: '*-true', to_as_string: true },
  ]);
});

test('a weighted average has no format of its own', () => {
  const weighted = { value: { field: 'd' }, weight: { field: 'u' } };
  expect(Object.keys(said('weighted_avg', weighted))).toEqual(['value']);
});

test.each<[string, JsonObject, string]>([
  ['sum', { field: 'b', missing: 5 }, 'Cannot parse boolean [5]'],
  ['sum', { field: 'd', missing: 5 }, 'failed to parse date field [5]'],
  ['sampler', {}, 'Sampler aggregation must be used with child aggregations.'],
  [
    'significant_terms',
    { field: 'k', min_doc_count: 1, gnd: {}, background_filter: { term: { u: 3 } } },
    'subsetFreq > supersetFreq',
  ],
])('%s of %j', (type, options, reason) => {
  expect(() => said(type, options)).toThrow(reason);
});
