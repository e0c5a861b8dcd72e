/**
 * Aggregations of values that differ from those of a column: versions, which have their own order,
 * paths inside objects, and values that scripts emit.
 */
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import { TestIndex } from '../../testing/test_index.js';

function aggregated(index: TestIndex, body: JsonObject): unknown {
  const answer = index.answer({ size: 0, ...body });
  if (!isJsonObject(answer)) throw new Error(String(answer));
  return JSON.parse(stringifyJson(answer.aggregations ?? null));
}
const bucketsOf = (answer: unknown, name = 'a'): readonly (readonly unknown[])[] =>
  (answer as Record<string, { buckets: { key: unknown; doc_count: number }[] }>)[name]?.buckets.map(
    ({ key, doc_count: count }) => [key, count],
  ) ?? [];

describe('versions', () => {
  const versions = ['1.10.0', '1.2.0', '1.2.0-rc.1', 'next', '1.2.0', '1.10.0'];
  const index = new TestIndex({
    mapping: { properties: { v: { type: 'version' } } },
    documents: versions.map((v) => ({ v })),
  });
  const terms = (options: JsonObject) =>
    bucketsOf(aggregated(index, { aggs: { a: { terms: { field: 'v', ...options } } } }));

  it('are buckets in their order', () => {
    expect(terms({})).toEqual([
      ['1.2.0', 2],
      ['1.10.0', 2],
      ['1.2.0-rc.1', 1],
      ['next', 1],
    ]);
    expect(terms({ order: { _key: 'desc' }, size: 2 })).toEqual([
      ['next', 1],
      ['1.10.0', 2],
    ]);
    expect(terms({ include: ['next', '1.2.0'] })).toEqual([
      ['1.2.0', 2],
      ['next', 1],
    ]);
    expect(terms({ missing: '3.0', exclude: ['1.2.0', '1.10.0', 'next'] })).toEqual([
      ['1.2.0-rc.1', 1],
    ]);
  });

  it('are paged through', () => {
    const sources = [{ v: { terms: { field: 'v' } } }];
    const page = (after: JsonObject) =>
      bucketsOf(aggregated(index, { aggs: { a: { composite: { sources, size: 2, ...after } } } }));
    expect(page({})).toEqual([
      [{ v: '1.2.0-rc.1' }, 1],
      [{ v: '1.2.0' }, 2],
    ]);
    expect(page({ after: { v: '1.2.0' } })).toEqual([
      [{ v: '1.10.0' }, 2],
      [{ v: 'next' }, 1],
    ]);
  });

  it('are counted, and are no texts', () => {
    const distinct = { aggs: { a: { cardinality: { field: 'v' } } } };
    expect(aggregated(index, distinct)).toEqual({ a: { value: 4 } });
    expect(() => aggregated(index, { aggs: { a: { string_stats: { field: 'v' } } } })).toThrow(
      'Field [v] of type [version] is not supported for aggregation [string_stats]',
    );
  });
});

describe.each(['flat_object', 'flattened'])('paths inside %s', (type) => {
  const index = new TestIndex({
    mapping: { properties: { o: { type }, k: { type: 'keyword' } } },
    documents: [
      { k: 'x', o: { a: { b: 'fox' }, c: 'z' } },
      { k: 'x', o: { a: { b: ['fox', 'ant'] } } },
      { k: 'y', o: { c: 'fox' } },
      { k: 'y' },
    ],
  });

  it('have their own values', () => {
    const answer = aggregated(index, {
      aggs: {
        a: { terms: { field: 'o.a.b' }, aggs: { k: { terms: { field: 'k' } } } },
        none: { missing: { field: 'o.a.b' } },
        distinct: { cardinality: { field: 'o.a.b' } },
        values: { value_count: { field: 'o.a.b' } },
        pages: { composite: { sources: [{ b: { terms: { field: 'o.a.b' } } }] } },
        absent: { terms: { field: 'o.never' } },
      },
    });
    expect(bucketsOf(answer)).toEqual([
      ['fox', 2],
      ['ant', 1],
    ]);
    expect(bucketsOf(answer, 'pages')).toEqual([
      [{ b: 'ant' }, 1],
      [{ b: 'fox' }, 2],
    ]);
    expect(bucketsOf(answer, 'absent')).toEqual([]);
    expect(answer).toMatchObject({
      none: { doc_count: 2 },
      distinct: { value: 2 },
      values: { value: 3 },
    });
  });
});

test('runtime fields are aggregated', () => {
  const index = new TestIndex({
    mapping: { properties: { n: { type: 'long' } } },
    documents: [{ n: 1 }, { n: [4, 2] }, {}],
  });
  const answer = aggregated(index, {
    runtime_mappings: {
      twice: { type: 'long', script: "for (def n : doc['n']) { emit(n * 2) }" },
      kind: { type: 'keyword', script: "emit(doc['twice'].size() > 1 ? 'many' : 'few')" },
    },
    aggs: { a: { terms: { field: 'kind' } }, sum: { sum: { field: 'twice' } } },
  });
  expect(bucketsOf(answer)).toEqual([
    ['few', 2],
    ['many', 1],
  ]);
  expect(answer).toMatchObject({ sum: { value: 14 } });
});
