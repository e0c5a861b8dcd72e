/**
 * Segments of one shard with columns of different kinds, and documents that match more filters than
 * a word has bits.
 */
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import { TestIndex } from '../../testing/test_index.js';

function answered(index: TestIndex, aggs: JsonObject): JsonObject {
  const answer = index.answer({ size: 0, aggs });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return JSON.parse(stringifyJson(answer.aggregations));
}

/** 2^53 + 1, which no double represents. */
const WIDE = '9007199254740993';

test.each([
  ['a value before wide ones', [['7'], [WIDE, '7'], ['9007199254740995']], 3],
  ['several before wide ones', [['7', '8'], [WIDE, '8'], ['7']], 3],
  ['wide ones before narrow ones', [[WIDE, '8'], ['8', '7'], ['7']], 3],
  ['narrow ones after the same as wide ones', [['7'], [WIDE], ['7', '8'], [WIDE, '8']], 3],
])('cardinality of longs: %s', (_, segments, count) => {
  const documents = segments.map((values) => ({ n: values }));
  const mapping = { properties: { n: { type: 'long' } } };
  const index = new TestIndex({ mapping, documents, segmentDocs: 1 });
  expect(answered(index, { c: { cardinality: { field: 'n' } } })).toEqual({ c: { value: count } });
});

test('more filters than a word has bits, with aggregations inside', () => {
  const documents = Array.from({ length: 70 }, (_, n) => ({ n, k: 'x' }));
  const mapping = { properties: { n: { type: 'long' }, k: { type: 'keyword' } } };
  const index = new TestIndex({ mapping, documents, segmentDocs: 40 });
  const filters = Object.fromEntries(
    Array.from({ length: 70 }, (_, n) => [`f${n}`, { range: { n: { gte: n } } }]),
  );
  const inner = { f: { filters: { filters }, aggs: { m: { min: { field: 'n' } } } } };
  const expected = (n: number) => ({ doc_count: 70 - n, m: { value: n } });
  const buckets = Object.fromEntries(documents.map(({ n }) => [`f${n}`, expected(n)]));
  expect(answered(index, inner)).toEqual({ f: { buckets } });
  const { k } = answered(index, { k: { terms: { field: 'k' }, aggs: inner } });
  expect(k).toMatchObject({ buckets: [{ key: 'x', doc_count: 70, f: { buckets } }] });
});

test('an index without the field has an auto_date_histogram without buckets', () => {
  const a = { auto_date_histogram: { field: 'nowhere', buckets: 3 } };
  const index = new TestIndex({ mapping: {}, documents: [{ k: 'x' }, { k: 'y' }] });
  expect(answered(index, { a })).toEqual({ a: { buckets: [], interval: expect.any(String) } });
});
