import type { JsonObject } from '@skein/content';
import { mappingOf } from '../../testdata/mapping_fixture.js';

const knn =
  (parameters: JsonObject, more: JsonObject = {}) =>
  () =>
    mappingOf({
      v: { type: 'knn_vector', dimension: 3, method: { name: 'hnsw', ...more, parameters } },
    });

test.each([
  [{ m: 2 }, { m: 1 }],
  [{ m: 512 }, { m: 513 }],
  [{ ef_construction: 1 }, { ef_construction: 0 }],
  [{ ef_search: 1 }, { ef_search: 0 }],
  [{ m: 16 }, { m: 16.5 }],
  [{ m: 16 }, { m: '16' }],
  [{}, { depth: 3 }],
])('the parameters %j of a graph are allowed, %j are not', (good, bad) => {
  expect(knn(good)).not.toThrow();
  expect(knn(bad)).toThrow();
});

test('the limits of a graph have both their ends in the message', () => {
  expect(knn({ m: 1 })).toThrow(
    'Parameter [m] of method [hnsw] must be an integer from [2] to [512], but was [1]',
  );
  expect(knn({}, { space_type: 'nowhere' })).toThrow();
  expect(knn({}, { engine: 'none' })).toThrow('Invalid engine type: none');
  expect(knn({}, { other: 1 })).toThrow('Invalid parameter for method: other');
});

const dense = (more: JsonObject) => () => mappingOf({ v: { type: 'dense_vector', ...more } });

test.each([
  [{ dims: 1 }, { dims: 0 }],
  [
    { dims: 3, index_options: { type: 'hnsw', m: 512 } },
    { dims: 3, index_options: { type: 'hnsw', m: 513 } },
  ],
  [
    { dims: 3, element_type: 'byte' },
    { dims: 3, element_type: 'word' },
  ],
  [
    { dims: 3, similarity: 'l2_norm' },
    { dims: 3, similarity: 'other' },
  ],
])('a dense vector may have %j and not %j', (good, bad) => {
  expect(dense(good)).not.toThrow();
  expect(dense(bad)).toThrow();
});
