/** The buckets of `filters` and `adjacency_matrix`: which there are, and how many there may be. */
import type { JsonObject } from '@skein/content';
import { aggregated } from '../../testing/aggregated.js';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const LIMIT = 'index.max_adjacency_matrix_filters';
const mapping = mappingOf({ k: 'keyword', n: 'long' });
const documents = [
  { k: ['a', 'b'], n: 1 },
  { k: 'a', n: 2 },
  { k: ['b', 'c'], n: 3 },
  { k: ['a', 'b', 'c'], n: 4 },
];
const filtersOf = (...keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, { term: { k: key } }]));

function bucketsOf(index: TestIndex, aggregation: JsonObject) {
  const { a } = aggregated(index, { aggs: { a: aggregation } });
  return (a as JsonObject).buckets;
}

describe('adjacency_matrix', () => {
  const matrix = (options: JsonObject) => ({
    adjacency_matrix: { filters: filtersOf('a', 'b', 'c'), ...options },
  });

  it('shows the pairs alone if only these are wanted', () => {
    const index = new TestIndex({ mapping, documents });
    const aggs = { sum: { sum: { field: 'n' } } };
    const shown = { ...matrix({ show_only_intersecting: true }), aggs };
    expect(bucketsOf(index, shown)).toEqual([
      { key: 'a&b', doc_count: 2, sum: { value: 5 } },
      { key: 'a&c', doc_count: 1, sum: { value: 4 } },
      { key: 'b&c', doc_count: 2, sum: { value: 7 } },
    ]);
    expect(bucketsOf(index, matrix({ show_only_intersecting: false }))).toHaveLength(6);
  });

  it('has no more filters than the index allows', () => {
    const indexWith = (limit: string) =>
      new TestIndex({ mapping, documents, settings: { [LIMIT]: limit } });
    expect(bucketsOf(indexWith('3'), matrix({}))).toHaveLength(6);
    expect(() => bucketsOf(indexWith('2'), matrix({}))).toThrow(
      'Number of filters is too large, must be less than or equal to: [2] but was [3].',
    );
  });
});

describe('filters', () => {
  const index = new TestIndex({ mapping, documents });

  it.each<[JsonObject, readonly string[]]>([
    [{}, ['c']],
    [{ other_bucket: true }, ['c', '_other_']],
    [{ other_bucket_key: 'rest' }, ['c', 'rest']],
    [{ other_bucket: true, other_bucket_key: 'rest' }, ['c', 'rest']],
    [{ other_bucket: false, other_bucket_key: 'rest' }, ['c']],
  ])('with %j has the buckets %j', (options, keys) => {
    const filters = { filters: { filters: filtersOf('c'), ...options } };
    expect(Object.keys(bucketsOf(index, filters) as JsonObject)).toEqual(keys);
  });
});
