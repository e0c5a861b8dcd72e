/** Instants beyond 2^53 ms, where numbers are further apart than short buckets. */
import { stringifyJson } from '@skein/content';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const MAPPING = mappingOf({ n: 'long' });

test.each([
  [2 ** 53, { date_histogram: { field: 'n', fixed_interval: '1ms' } }],
  [2 ** 62, { date_histogram: { field: 'n', fixed_interval: '1ms' } }],
  [2n ** 63n - 1n, { auto_date_histogram: { field: 'n', buckets: 3 } }],
  [-(2 ** 62), { auto_date_histogram: { field: 'n', buckets: 3 } }],
])('%d is in one bucket of %j', (n, aggregation) => {
  const index = new TestIndex({ mapping: MAPPING, documents: [{ n }] });
  const answer = index.answer({ size: 0, aggs: { a: aggregation } });
  const { aggregations } = JSON.parse(stringifyJson(answer)) as {
    aggregations: { a: { buckets: { doc_count: number }[] } };
  };
  expect(aggregations.a.buckets.map((bucket) => bucket.doc_count)).toEqual([1]);
});
