/** Aggregations on a thread that must not be held up: each long step is left to another thread. */
import { beginWork, endWork, LeftToAnotherThread } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../../testing/test_index.js';

afterEach(endWork);

const MAPPING = { properties: { k: { type: 'keyword' }, n: { type: 'long' } } };
const documents = Array.from({ length: 40 }, (_, i) => ({ k: `k${i}`, n: i }));

test.each<[string, JsonObject, number, number]>([
  ['the terms of a column', { terms: { field: 'k' } }, 39, 40],
  ['the buckets that were found', { terms: { field: 'n' } }, 39, 40],
  ['the matches of a filter in a segment', { filter: { range: { n: { gte: 4 } } } }, 4, 5],
])('%s', (_, aggregation, tooFew, enough) => {
  const index = new TestIndex({ mapping: MAPPING, documents, segmentDocs: 20 });
  const collect = (limit: number) => {
    beginWork(() => undefined, limit);
    return index.answer({ size: 0, aggs: { a: aggregation } });
  };
  expect(() => collect(tooFew)).toThrow(LeftToAnotherThread);
  expect(() => collect(enough)).not.toThrow();
});
