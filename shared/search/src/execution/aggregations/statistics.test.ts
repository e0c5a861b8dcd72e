/** Compares `string_stats` and `t_test` with their definitions, on any number of shards. */

import { reduceAggregations } from '@skein/aggregations';
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { parseSearchRequest } from '../../request/parse_search_request.js';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const MAPPING = mappingOf({
  s: 'keyword',
  side: 'keyword',
  a: 'double',
  b: 'double',
  t: 'date',
  ip: 'ip',
});

const indexOf = (documents: readonly JsonObject[]): TestIndex =>
  new TestIndex({ mapping: MAPPING, documents });

function answered(documents: readonly JsonObject[], aggregation: JsonObject): JsonObject {
  const answer = indexOf(documents).answer({ size: 0, aggs: { x: aggregation } });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return (JSON.parse(stringifyJson(answer.aggregations)) as { x: JsonObject }).x;
}

const shannon = (characters: readonly string[]): number => {
  const counts = new Map<string, number>();
  for (const one of characters) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => {
    const share = count / characters.length;
    return sum - share * Math.log2(share);
  }, 0);
};

test('texts are counted character by character', () => {
  const words = fc.array(fc.stringMatching(/^[aé😀z]{0,6}$/u), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(words, (given) => {
      const shown = answered(
        given.map((s) => ({ s })),
        { string_stats: { field: 's' } },
      );
      const lengths = given.map((word) => [...word].length);
      expect(shown).toMatchObject({
        count: given.length,
        min_length: Math.min(...lengths),
        max_length: Math.max(...lengths),
      });
      const characters = given.flatMap((word) => [...word]);
      expect(shown.avg_length).toBeCloseTo(characters.length / given.length, 12);
      expect(shown.entropy).toBeCloseTo(characters.length === 0 ? 0 : shannon(characters), 12);
    }),
    { numRuns: 60 },
  );
});

test('the distribution begins with the most frequent, and numbers have a format', () => {
  const texts = [{ s: 'aab' }, { s: 'a' }];
  expect(
    answered(texts, { string_stats: { field: 's', show_distribution: true, format: '0.0' } }),
  ).toEqual({
    count: 2,
    min_length: 1,
    max_length: 3,
    avg_length: 2,
    entropy: 0.8112781244591328,
    distribution: { a: 0.75, b: 0.25 },
    min_length_as_string: '1.0',
    max_length_as_string: '3.0',
    avg_length_as_string: '2.0',
    entropy_as_string: '0.8',
    distribution_as_string: { a: '0.8', b: '0.2' },
  });
  expect(answered([], { string_stats: { field: 's', show_distribution: true } })).toEqual({
    count: 0,
    min_length: null,
    max_length: null,
    avg_length: null,
    entropy: 0,
    distribution: null,
  });
});

/** Values of Elasticsearch's own tests, whose fields are floats. */
test.each([
  [{ a: { field: 'a' }, b: { field: 'b' } }, 0.43066659210472646],
  [{ a: { field: 'a' }, b: { field: 'b' }, type: 'paired' }, 0.5632529432617406],
  [
    {
      a: { field: 'a', filter: { term: { side: 'a' } } },
      b: { field: 'a', filter: { term: { side: 'b' } } },
      type: 'homoscedastic',
    },
    0.5757355806262943,
  ],
])('%j', (t_test, expected) => {
  const documents = [
    { a: 15.2, b: 15.9, side: 'a' },
    { a: 15.3, b: 15.9, side: 'a' },
    { a: 16.0, b: 15.2, side: 'b' },
    { a: 15.1, b: 15.5, side: 'b' },
  ].map(({ a, b, side }) => ({ a: Math.fround(a), b: Math.fround(b), side }));
  expect(answered(documents, { t_test }).value).toBeCloseTo(expected, 13);
});

const pairs = fc.array(
  fc.record({ a: fc.integer({ min: -9, max: 9 }), b: fc.integer({ min: -9, max: 9 }) }),
  { maxLength: 15 },
);

test('shards together say what one says that has all documents', () => {
  const tests = Object.fromEntries(
    ['paired', 'homoscedastic', 'heteroscedastic'].map((type) => [
      type,
      { t_test: { a: { field: 'a' }, b: { field: 'b' }, type } },
    ]),
  );
  const { aggregations: tree } = parseSearchRequest({ aggs: tests }, {});
  if (tree === undefined) throw new Error('no aggregations');
  const options = { isFinal: false, maxBuckets: 10, checkCancelled: () => undefined };
  const spreads = (part: readonly unknown[]) =>
    JSON.stringify(part, (_key, value) =>
      value instanceof Float64Array ? Array.from(value, (each) => each.toFixed(9)) : value,
    ).replaceAll('-0.000000000', '0.000000000');
  fc.assert(
    fc.property(pairs, fc.integer({ min: 1, max: 4 }), (docs, shards) => {
      const parts = Array.from({ length: shards }, (_, shard) =>
        indexOf(docs.filter((_doc, i) => i % shards === shard)).part({ size: 0, aggs: tests }),
      );
      const whole = indexOf(docs).part({ size: 0, aggs: tests });
      expect(spreads(reduceAggregations(tree, parts, options))).toBe(
        spreads(reduceAggregations(tree, [whole], options)),
      );
    }),
    { numRuns: 40 },
  );
});

test('several values are refused only where the other side of the pair has one', () => {
  const t_test = { a: { field: 'a' }, b: { field: 'b' }, type: 'paired' };
  const pairs = [
    { a: 1, b: 3 },
    { a: 2, b: 5 },
  ];
  const { value } = answered(pairs, { t_test });
  expect(answered([...pairs, { a: [1, 2] }, { b: [1, 2] }], { t_test })).toEqual({ value });
  for (const document of [
    { a: [1, 2], b: 1 },
    { a: 1, b: [1, 2] },
  ]) {
    expect(() => answered([document], { t_test })).toThrow('more than one value');
  }
});

test('too few values to tell are no probability', () => {
  const t_test = { a: { field: 'a' }, b: { field: 'b' } };
  expect(answered([{ a: 1, b: 2 }], { t_test })).toEqual({ value: null });
  expect(answered([{ a: 1, b: 2 }], { t_test: { ...t_test, type: 'paired' } })).toEqual({
    value: null,
  });
});

test.each([
  [{ string_stats: { field: 'a' } }, 'is not supported for aggregation [string_stats]'],
  [{ string_stats: { field: 'ip' } }, 'is not supported for aggregation [string_stats]'],
  [{ string_stats: {} }, 'Required one of fields [field, script]'],
  [{ t_test: { a: { field: 'a' } } }, 'Required [b]'],
  [{ t_test: { a: { field: 's' }, b: { field: 'b' } } }, 'not supported for aggregation [t_test]'],
  [{ t_test: { a: { field: 't' }, b: { field: 'b' } } }, 'not supported for aggregation [t_test]'],
  [{ t_test: { a: { field: 'a' }, b: { field: 'b' }, type: 'z' } }, 'failed to parse field [type]'],
  [
    {
      t_test: {
        a: { field: 'a', filter: { match_all: {} } },
        b: { field: 'b' },
        type: 'paired',
      },
    },
    'Paired t-test does not support filters',
  ],
])('%j is refused', (aggregation, reason) => {
  expect(() => answered([{ a: 1, b: 2, s: 'x' }], aggregation)).toThrow(reason);
});

test('a pair has one value on each side', () => {
  const t_test = { a: { field: 'a' }, b: { field: 'b' }, type: 'paired' };
  expect(() => answered([{ a: [1, 2], b: 2 }], { t_test })).toThrow('more than one value');
  expect(() => answered([{ a: 1, b: [2, 3] }], { t_test })).toThrow('more than one value');
  expect(answered([{ a: 1 }, { b: [2, 3] }], { t_test })).toEqual({ value: null });
});

test('buckets are ordered by the lengths of texts, those without any come last', () => {
  const index = new TestIndex({
    mapping: { properties: { k: { type: 'keyword' }, s: { type: 'keyword' } } },
    documents: [{ k: 'a', s: 'xx' }, { k: 'b', s: 'xxx' }, { k: 'c' }, { k: 'd', s: 'x' }],
  });
  const keys = (property: string, order: string): unknown => {
    const terms = { field: 'k', order: { [`s.${property}`]: order } };
    const aggs = { t: { terms, aggs: { s: { string_stats: { field: 's' } } } } };
    const answer = index.answer({ size: 0, aggs }) as JsonObject;
    const { t } = answer.aggregations as unknown as { t: { buckets: { key: string }[] } };
    return t.buckets.map(({ key }) => key).join('');
  };
  for (const property of ['min_length', 'max_length', 'avg_length']) {
    expect(keys(property, 'asc')).toBe('dabc');
    expect(keys(property, 'desc')).toBe('badc');
  }
  expect(keys('count', 'asc')).toBe('cabd');
});
