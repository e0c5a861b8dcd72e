/** Tests the vectors that documents may have, and the spaces and graphs of their fields. */
import type { JsonObject, JsonValue } from '@skein/content';
import { document, failureOf, mappingOf } from '../../testdata/mapping_fixture.js';
import { previewOf } from './vector_field.js';

const knn = (more: JsonObject = {}, settings: Record<string, string> = {}) =>
  mappingOf({ v: { type: 'knn_vector', dimension: 3, ...more } }, settings);
const dense = (more: JsonObject = {}) =>
  mappingOf({ v: { type: 'dense_vector', dims: 3, ...more } });

function vectorOf(mapping: ReturnType<typeof knn>, value: JsonValue) {
  const [field] = document(mapping, { v: value }).fields;
  if (field?.kind !== 'vector') throw new Error('no vector');
  return field;
}

const refused = (mapping: ReturnType<typeof knn>, value: JsonValue) =>
  failureOf(() => document(mapping, { v: value })).at(-1);
const reason = (text: string) => `illegal_argument_exception: ${text}`;

describe('a vector of floats', () => {
  test('is an array of numbers or their texts', () => {
    expect([...vectorOf(knn(), [1, '2.5', -3]).value]).toEqual([1, 2.5, -3]);
    expect(vectorOf(knn(), [1, 2, 3]).value).toBeInstanceOf(Float32Array);
  });

  test.each<[JsonValue, string]>([
    ['x', 'a vector must be an array of numbers, but was [x]'],
    [{ a: 1 }, 'a vector must be an array of numbers, but was [an object]'],
    [[1, 2, 'x'], 'a vector must consist of numbers, but its value [2] is [x]'],
    [[1, '', 3], 'a vector must consist of numbers, but its value [1] is []'],
    [[' ', 2, 3], 'a vector must consist of numbers, but its value [0] is [ ]'],
    [[1, true, 3], 'a vector must consist of numbers, but its value [1] is [true]'],
    [[1, [2], 3], 'a vector must consist of numbers, but its value [1] is [an object]'],
    [[1, null, 3], 'a vector must consist of numbers, but its value [1] is [null]'],
    [[1, 1e39, 3], 'KNN vector values cannot be infinity'],
    [[1, 2], 'Vector dimension mismatch. Expected: 3, Given: 2'],
    [[1, 2, 3, 4], 'Vector dimension mismatch. Expected: 3, Given: 4'],
  ])('%j is refused', (value, text) => {
    expect(refused(knn(), value)).toBe(reason(text));
  });
});

describe('a vector of bytes', () => {
  test.each([
    [{ data_type: 'byte' }, knn],
    [{ element_type: 'byte' }, dense],
  ])(
    'has whole numbers of eight bits: %j',
    (more, mapping: (more: JsonObject) => ReturnType<typeof knn>) => {
      const field = vectorOf(mapping(more), [-128, 127, 5]);
      expect([...field.value]).toEqual([-128, 127, 5]);
      expect(field.value).toBeInstanceOf(Int8Array);
      const word =
        '[data_type] field was set as [byte] in index mapping. But, KNN vector values are';
      for (const wrong of [-129, 128]) {
        expect(refused(mapping(more), [wrong, 0, 0])).toBe(
          reason(`${word} not within in the byte range [-128, 127]`),
        );
      }
      expect(refused(mapping(more), [1.5, 0, 0])).toBe(
        reason(`${word} floats instead of byte integers`),
      );
    },
  );
});

describe('the length of a vector', () => {
  test('is not zero by cosine', () => {
    expect(refused(knn({ space_type: 'cosinesimil' }), [0, 0, 0])).toBe(
      reason('zero vector is not supported when space type is [cosinesimil]'),
    );
    expect(refused(dense(), [0, 0, 0])).toBe(
      reason(
        'The [cosine] similarity does not support vectors with zero magnitude. Preview of invalid vector: [0.0, 0.0, 0.0]',
      ),
    );
    expect(() => vectorOf(knn({ space_type: 'cosinesimil' }), [0, 0, 1e-3])).not.toThrow();
    expect(() => vectorOf(knn(), [0, 0, 0])).not.toThrow();
  });

  test('is one by dot product, with a tolerance of a thousandth of its square', () => {
    const dot = dense({ similarity: 'dot_product' });
    const squared = (square: number) => [Math.sqrt(square), 0, 0];
    expect(() => vectorOf(dot, squared(1.0009))).not.toThrow();
    expect(() => vectorOf(dot, squared(0.9991))).not.toThrow();
    expect(refused(dot, squared(1.0011))).toContain('can only be used with unit-length vectors');
    expect(refused(dot, squared(0.9989))).toContain('can only be used with unit-length vectors');
    expect(refused(dot, [0.25, 0, 0])).toBe(
      reason(
        'The [dot_product] similarity can only be used with unit-length vectors. Preview of invalid vector: [0.25, 0.0, 0.0]',
      ),
    );
    const bytes = dense({ similarity: 'dot_product', element_type: 'byte' });
    expect(() => vectorOf(bytes, [5, 5, 5])).not.toThrow();
    expect(() => vectorOf(dense({ similarity: 'max_inner_product' }), [5, 5, 5])).not.toThrow();
  });

  test('is told with the first five components', () => {
    const wide = (dims: number) => mappingOf({ v: { type: 'dense_vector', dims } });
    expect(refused(wide(5), [0, 0, 0, 0, 0])).toContain('[0.0, 0.0, 0.0, 0.0, 0.0]');
    expect(refused(wide(6), [0, 0, 0, 0, 0, 0])).toContain('[0.0, 0.0, 0.0, 0.0, 0.0, ...]');
    const bytes = mappingOf({ v: { type: 'dense_vector', dims: 2, element_type: 'byte' } });
    expect(refused(bytes, [0, 0])).toContain('Preview of invalid vector: [0, 0]');
  });

  test('of another dimension is told with the document', () => {
    expect(refused(dense(), [1, 2])).toBe(
      reason(
        "The [dense_vector] field [v] in doc [document with id '1'] has a different number of dimensions [2] than defined in the mapping [3]",
      ),
    );
  });
});

describe('the space and the graph', () => {
  const specOf = (mapping: ReturnType<typeof knn>) => mapping.field('v')?.spec.vector;

  test.each([
    ['l2', 'l2'],
    ['cosinesimil', 'cosine'],
    ['innerproduct', 'inner_product'],
  ])('of a knn_vector: %s', (space_type, space) => {
    expect(specOf(knn({ space_type }))?.space).toBe(space);
    expect(specOf(knn({ method: { name: 'hnsw', space_type } }))?.space).toBe(space);
    expect(specOf(knn({}, { 'index.knn.space_type': space_type }))?.space).toBe(space);
    expect(specOf(knn({ space_type: 'l2' }, { 'index.knn.space_type': space_type }))?.space).toBe(
      'l2',
    );
  });

  test('are refused when they contradict each other or are unknown', () => {
    const both = { space_type: 'l2', method: { name: 'hnsw', space_type: 'cosinesimil' } };
    expect(failureOf(() => knn(both)).at(-1)).toContain(
      'Cannot specify conflicting space types: "[cosinesimil]" "[l2]"',
    );
    for (const unknown of ['none', 'constructor']) {
      expect(failureOf(() => knn({ space_type: unknown })).at(-1)).toContain(
        `[space_type] value [${unknown}] is not supported: it must be one of [l2, `,
      );
    }
  });

  test('of a knn_vector there is a graph only with [index.knn]', () => {
    const settings = { 'index.knn': 'true' };
    expect(specOf(knn())?.graph).toBeUndefined();
    expect(specOf(knn({}, settings))?.graph).toEqual({ m: 16, efConstruction: 100 });
    const tuned = { ...settings, 'index.knn.algo_param.m': '8' };
    expect(specOf(knn({}, tuned))?.graph).toEqual({ m: 8, efConstruction: 100 });
    const own = { method: { name: 'hnsw', parameters: { m: 4, ef_construction: 7 } } };
    expect(specOf(knn(own, tuned))?.graph).toEqual({ m: 4, efConstruction: 7 });
  });

  test('of a dense_vector there is a graph unless it is flat or not indexed', () => {
    const graph = (more: JsonObject) => specOf(dense(more))?.graph;
    expect(graph({})).toEqual({ m: 16, efConstruction: 100 });
    expect(graph({ index_options: { type: 'hnsw', m: 5, ef_construction: 9 } })).toEqual({
      m: 5,
      efConstruction: 9,
    });
    for (const type of ['flat', 'int8_flat']) {
      expect(graph({ index_options: { type } })).toBeUndefined();
    }
    expect(graph({ index: false })).toBeUndefined();
  });

  test.each([
    [{ index: false, similarity: 'cosine' }, 'Field [similarity] can only be specified'],
    [{ index: false, index_options: { type: 'hnsw' } }, 'Field [index_options] can only be'],
    [{ dims: 4097 }, 'should be in the range [1, 4096] but was [4097] for field [v]'],
    [{ dims: 1.5 }, 'but was [1.5] for field [v]'],
    [{ index_options: 'hnsw' }, '[index_options] of field [v] must be an object'],
    [{ index_options: {} }, '[index_options] requires field [type] to be configured'],
    [{ index_options: { type: 'x' } }, 'Unsupported vector index options type [x] for field [v]'],
    [
      { index_options: { type: 'flat', m: 5 } },
      'Mapping definition for [v] has unsupported parameters:  [m : 5]',
    ],
    [
      { index_options: { type: 'hnsw', constructor: 5 } },
      'Mapping definition for [v] has unsupported parameters:  [constructor : 5]',
    ],
    [
      { index_options: { type: 'hnsw', m: 1 } },
      '[m] of field [v] must be an integer from [2] to [512], but was [1]',
    ],
    [
      { index_options: { type: 'hnsw', ef_construction: 3201 } },
      '[ef_construction] of field [v] must be an integer from [2] to [3200], but was [3201]',
    ],
  ])('a dense_vector with %j is refused', (more, text) => {
    expect(failureOf(() => dense(more)).join()).toContain(text);
  });

  test.each([
    [{ dimension: 0 }, 'Dimension value must be greater than 0 for vector: v'],
    [{ dimension: 16_001 }, 'Dimension value cannot be greater than 16000 for vector: v'],
    [{ data_type: 'word' }, 'Supported values are [byte, float], but got [word]'],
    [{ method: 'hnsw' }, 'Unable to parse mapping into KNNMethodContext. [v]'],
    [{ method: {} }, '[name] must be set for a method'],
    [{ method: { name: 'ivf' } }, 'Invalid method name: ivf'],
    [
      { method: { name: 'hnsw', parameters: 1 } },
      'Unable to parse parameters for main method component',
    ],
    [
      { method: { name: 'hnsw', parameters: { constructor: 5 } } },
      'Invalid parameter for method "hnsw": constructor',
    ],
    [
      { method: { name: 'hnsw', parameters: { m: 513 } } },
      'Parameter [m] of method [hnsw] must be an integer from [2] to [512], but was [513]',
    ],
  ])('a knn_vector with %j is refused', (more, text) => {
    expect(failureOf(() => knn(more)).join()).toContain(text);
  });
});

test('a vector has no terms', () => {
  const query = () => knn().field('v')?.termQuery(1, { nowMs: 0, indexName: 'i' });
  expect(failureOf(query)).toEqual([
    "query_shard_exception: Field [v] of type [knn_vector] doesn't support term queries",
  ]);
});

test.each([
  [Float32Array.of(0.1, 1 + 2 ** -23, 1e8, -0.5), '[0.1, 1.0000001, 1.0E8, -0.5]'],
  [Float32Array.of(1, 2, 3, 4, 5), '[1.0, 2.0, 3.0, 4.0, 5.0]'],
  [Float32Array.of(1, 2, 3, 4, 5, 6), '[1.0, 2.0, 3.0, 4.0, 5.0, ...]'],
  [Int8Array.of(-128, 127), '[-128, 127]'],
])('a message has the first components of a vector, as Java prints them: %p', (vector, shown) => {
  expect(previewOf(vector)).toBe(shown);
});
