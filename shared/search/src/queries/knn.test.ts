import type { JsonObject } from '@skein/content';
import { createSearcher, scoredIdsQuery } from '@skein/search_library';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: {
      v: { type: 'knn_vector', dimension: 2 },
      b: { type: 'knn_vector', dimension: 2, data_type: 'byte', space_type: 'innerproduct' },
      d: { type: 'dense_vector', dims: 2, similarity: 'cosine' },
      tag: { type: 'keyword' },
    },
  },
  settings: { 'index.knn': 'true' },
  documents: [1, 2, 3, 4, 5].map((n) => ({
    v: [n, 0],
    b: [n, -n],
    d: [n, 1],
    tag: n % 2 === 0 ? 'even' : 'odd',
  })),
});

const scores = (query: JsonObject) =>
  index.search({ query }).hits.map(({ _id, _score }) => [_id, _score]);

test('the nearest of the whole shard, best first', () => {
  expect(scores({ knn: { v: { vector: [2, 0], k: 3 } } })).toEqual([
    ['2', 1],
    ['1', 0.5],
    ['3', 0.5],
  ]);
  const filter = { term: { tag: 'odd' } };
  expect(scores({ knn: { v: { vector: [2, 0], k: 2, filter } } })).toEqual([
    ['1', 0.5],
    ['3', 0.5],
  ]);
});

test('scores of products and cosines', () => {
  expect(scores({ knn: { b: { vector: [1, -1], k: 1, boost: 2 } } })).toEqual([['5', 22]]);
  expect(scores({ knn: { b: { vector: [-1, 1], k: 1 } } })).toEqual([['1', 0.33333334]]);
  const [[id, score] = []] = scores({ knn: { field: 'd', query_vector: [2, 2], k: 1 } });
  expect(id).toBe('1');
  expect(score).toBeCloseTo(1, 6);
});

test('everything within a distance, or that scores enough', () => {
  const near = [
    ['2', 1],
    ['1', 0.5],
    ['3', 0.5],
  ];
  expect(scores({ knn: { v: { vector: [2, 0], max_distance: 1 } } })).toEqual(near);
  expect(scores({ knn: { v: { vector: [2, 0], min_score: 0.5 } } })).toEqual(near);
});

test('the section of a body adds to the query, score to score', () => {
  const found = index.search({
    query: { terms: { tag: ['even'] } },
    knn: { field: 'd', query_vector: [2, 1], k: 1, num_candidates: 5, boost: 3 },
  });
  expect(found.hits.map(({ _id, _score }) => [_id, _score])).toEqual([
    ['2', 4],
    ['4', 1],
  ]);
});

test.each<[JsonObject, string]>([
  [
    { knn: { v: { vector: [1], k: 1 } } },
    'Query vector has invalid dimension: 1. Dimension should be: 2',
  ],
  [{ knn: { v: { vector: [1, 2] } } }, 'requires exactly one of k, distance or score to be set'],
  [{ knn: { v: { vector: [1, 2], k: 0 } } }, '[k] must be greater than 0'],
  [{ knn: { v: { vector: [1, 2], k: 10_001 } } }, '[k] cannot exceed [10000]'],
  [{ knn: { tag: { vector: [1, 2], k: 1 } } }, "Field 'tag' is not knn_vector type."],
  [{ knn: { v: { vector: [1, 'x'], k: 1 } } }, 'a vector must consist of numbers'],
  [{ knn: { b: { vector: [1, 300], k: 1 } } }, 'not within in the byte range'],
  [{ knn: { field: 'd', query_vector: [0, 0], k: 1 } }, 'zero vector is not supported'],
  [
    { knn: { field: 'd', query_vector: [1, 1], k: 3, num_candidates: 2 } },
    '[num_candidates] cannot be less than [k]',
  ],
  [
    { knn: { field: 'd', query_vector: [1, 1], k: 3, foo: 2 } },
    '[knn] query does not support [foo]',
  ],
])('%j is refused', (query, reason) => {
  expect(() => index.search({ query })).toThrow(reason);
});

test('without k, all candidates of Elasticsearch’s query are neighbours', () => {
  const many = new TestIndex({
    mapping: mappingOf({ d: { type: 'dense_vector', dims: 1, similarity: 'l2_norm' } }),
    documents: Array.from({ length: 30 }, (_, i) => ({ d: [i + 1] })),
  });
  const found = (options: JsonObject) =>
    many.search({ query: { knn: { field: 'd', query_vector: [1], ...options } }, size: 50 }).ids;
  expect(found({ num_candidates: 20 })).toHaveLength(20);
  expect(found({ num_candidates: 20, k: 3 })).toHaveLength(3);
  expect(found({})).toHaveLength(10);
});

test('the largest number of neighbours is taken', () => {
  expect(scores({ knn: { v: { vector: [1, 2], k: 10_000 } } }).length).toBeGreaterThan(0);
});

const knnOf = (options: JsonObject): JsonObject => ({
  knn: { v: { vector: [1, 2], k: 1, ...options } },
});

test.each<[JsonObject]>([
  [{ rescore: true }],
  [{ rescore: false }],
  [{ rescore: {} }],
  [{ rescore: { oversample_factor: 1 } }],
  [{ rescore: { oversample_factor: 100 } }],
  [{ method_parameters: { ef_search: 1 } }],
  [{ method_parameters: { ef_search: 10_000 } }],
])('%j changes nothing of what is nearest', (options) => {
  expect(scores(knnOf(options))).toEqual(scores(knnOf({})));
});

test.each<[JsonObject, string]>([
  [{ rescore: { oversample_factor: 0.5 } }, 'Oversample factor [0.5] must be between [1.0] and'],
  [
    { rescore: { oversample_factor: 100.5 } },
    'Oversample factor [100.5] must be between [1.0] and',
  ],
  [{ rescore: { factor: 2 } }, '[rescore] unknown field [factor]'],
  [{ rescore: 'yes' }, '[rescore] must be an object'],
  [{ method_parameters: { ef_search: 0 } }, '[ef_search] must be greater than 0'],
  [{ method_parameters: { ef_search: 10_001 } }, '[ef_search] cannot exceed [10000]'],
])('%j is refused', (options, reason) => {
  expect(() => index.search({ query: knnOf(options) })).toThrow(reason);
});

test('unmapped fields match nothing where that is asked for', () => {
  expect(scores({ knn: { field: 'nope', query_vector: [1], k: 1 } })).toEqual([]);
  expect(scores({ knn: { nope: { vector: [1], k: 1, ignore_unmapped: true } } })).toEqual([]);
});

test('documents found before keep the scores they were found with', () => {
  const searcher = createSearcher(index.segments);
  const query = scoredIdsQuery(
    new Map([
      ['4', 0.25],
      ['1', 2],
      ['nope', 9],
    ]),
  );
  const { hits } = searcher.topDocs(query, { size: 9, totalHitsThreshold: 9 });
  expect(hits).toEqual([
    { doc: 0, score: 2 },
    { doc: 3, score: 0.25 },
  ]);
});
