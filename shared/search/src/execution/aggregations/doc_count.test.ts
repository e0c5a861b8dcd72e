/**
 * Compares `_doc_count` with a model: an index that contains every document as many times as it
 * counts.
 */

import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const MAPPING = mappingOf({
  k: 'keyword',
  one: 'keyword',
  v: 'long',
  d: 'double',
  t: 'date',
  ip: 'ip',
  p: 'geo_point',
  r: 'integer_range',
  text: 'text',
  b: 'boolean',
  n: { type: 'nested', properties: { k: { type: 'keyword' } } },
});

/** Every bucket type whose counts respect `_doc_count`. */
const KINDS: Readonly<Record<string, JsonObject>> = {
  adjacency_matrix: { filters: { a: { term: { k: 'a' } }, b: { range: { v: { gte: 2 } } } } },
  auto_date_histogram: { field: 't', buckets: 3 },
  composite: {
    sources: [
      { k: { terms: { field: 'k', missing_bucket: true } } },
      { v: { histogram: { field: 'v', interval: 2 } } },
    ],
  },
  date_histogram: { field: 't', calendar_interval: 'month' },
  date_range: { field: 't', ranges: [{ to: '2024-03-01' }, { from: '2024-02-01' }] },
  filter: { term: { k: 'a' } },
  filters: { filters: { a: { term: { k: 'a' } }, v: { range: { v: { gte: 2 } } } } },
  geo_distance: { field: 'p', origin: '0,0', unit: 'km', ranges: [{ to: 2500 }, { from: 1000 }] },
  geohash_grid: { field: 'p', precision: 2 },
  geohex_grid: { field: 'p', precision: 1 },
  geotile_grid: { field: 'p', precision: 4 },
  global: {},
  histogram: { field: 'r', interval: 2 },
  ip_prefix: { field: 'ip', prefix_length: 24 },
  ip_range: { field: 'ip', ranges: [{ to: '10.0.1.0' }, { from: '10.0.0.1' }] },
  missing: { field: 'k' },
  multi_terms: { terms: [{ field: 'k' }, { field: 'v' }] },
  range: { field: 'v', ranges: [{ to: 3 }, { from: 1, to: 4 }, { from: 5 }] },
  rare_terms: { field: 'k', max_doc_count: 6 },
  terms: { field: 'k', size: 2 },
};

/** Other code paths of the same types. */
const WAYS: Readonly<Record<string, JsonObject>> = {
  'a text of one value': { terms: { field: 'one', order: { _count: 'asc' } } },
  'some texts': { terms: { field: 'k', include: '[ab]' } },
  'every text': { terms: { field: 'one', min_doc_count: 0 } },
  'many documents': { terms: { field: 'k', min_doc_count: 5 } },
  numbers: { terms: { field: 'v' } },
  doubles: { terms: { field: 'd' } },
  truths: { terms: { field: 'b' } },
  script: { terms: { script: "doc['v'].size()" } },
  steps: { histogram: { field: 'v', interval: 3 } },
  'steps of one value': { histogram: { field: 'd', interval: 2, min_doc_count: 4 } },
  'other filters': { filters: { filters: [{ term: { k: 'a' } }], other_bucket: true } },
  'a source': { composite: { sources: [{ one: { terms: { field: 'one' } } }] } },
  pipelines: {
    histogram: { field: 'v', interval: 2 },
    aggs: { so_far: { cumulative_sum: { buckets_path: '_count' } } },
  },
  rate: {
    date_histogram: { field: 't', calendar_interval: 'month' },
    aggs: { r: { rate: { unit: 'month' } } },
  },
  'around objects': {
    nested: { path: 'n' },
    aggs: { k: { terms: { field: 'n.k' }, aggs: { back: { reverse_nested: {} } } } },
  },
};

const REQUESTS: Readonly<Record<string, JsonObject>> = {
  ...Object.fromEntries(
    Object.entries(KINDS).map(([type, options]) => [type, { [type]: options }]),
  ),
  ...WAYS,
};

const few = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 2 });
const range = fc
  .tuple(fc.nat({ max: 5 }), fc.nat({ max: 3 }))
  .map(([gte, more]) => ({ gte, lte: gte + more }));
const documents = fc.array(
  fc.record({
    times: fc.constantFrom(1, 1, 2, 3, 7),
    document: fc.record({
      k: few(fc.constantFrom('a', 'b', 'c')),
      one: fc.constantFrom('x', 'y', 'z'),
      v: few(fc.nat({ max: 7 })),
      d: fc.nat({ max: 5 }),
      t: few(fc.nat({ max: 150 }).map((day) => Date.UTC(2024, 0, 1 + day))),
      ip: few(fc.nat({ max: 3 }).map((part) => `10.0.${part}.${part}`)),
      p: few(fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 60 })).map((at) => at.join(','))),
      r: range,
      b: fc.boolean(),
      n: fc.constantFrom([{ k: 'o' }], []),
    }),
  }),
  { minLength: 1, maxLength: 14 },
);

type Given = readonly { readonly times: number; readonly document: JsonObject }[];

/** Segments in which every document counts once have no column. */
function weighted(given: Given): TestIndex {
  return new TestIndex({
    mapping: MAPPING,
    segmentDocs: 2,
    documents: given.map(({ times, document }) =>
      times === 1 ? document : { ...document, _doc_count: times },
    ),
  });
}

function repeated(given: Given): TestIndex {
  const documents = given.flatMap(({ times, document }) => new Array(times).fill(document));
  return new TestIndex({ mapping: MAPPING, documents, segmentDocs: 64 });
}

function answered(index: TestIndex, body: JsonObject): JsonObject {
  const { aggregations } = index.answer({ size: 0, ...body }) as { aggregations?: JsonObject };
  if (!isJsonObject(aggregations)) throw new Error('no aggregations');
  return JSON.parse(stringifyJson(aggregations)) as JsonObject;
}

/** Nested objects have no `_doc_count`: only counts outside of them are compared. */
function comparable(json: JsonObject, name: string): unknown {
  if (name !== 'around objects') return json;
  const { a } = json as { a: { k: { buckets: readonly { back: unknown }[] } } };
  return a.k.buckets.map(({ back }) => back);
}

test.each(Object.entries(REQUESTS))('%s counts a document as its _doc_count', (name, agg) => {
  const inside = { ...agg, aggs: { ...(agg.aggs as JsonObject), in: { terms: { field: 'one' } } } };
  const bodies: JsonObject[] = [
    { aggs: { a: agg } },
    { aggs: { a: name === 'around objects' ? agg : inside } },
    { query: { range: { v: { gte: 2 } } }, aggs: { a: agg } },
  ];
  if (!['composite', 'a source', 'global'].includes(name)) {
    bodies.push({ aggs: { outer: { terms: { field: 'b' }, aggs: { a: agg } } } });
  }
  fc.assert(
    fc.property(documents, (given) => {
      const [few, many] = [weighted(given), repeated(given)];
      for (const body of name === 'around objects' ? bodies.slice(0, 3) : bodies) {
        expect(comparable(answered(few, body), name)).toEqual(
          comparable(answered(many, body), name),
        );
      }
    }),
    { numRuns: 8 },
  );
});

const PLAIN = [
  { k: ['a', 'b'], v: 1, text: 'one two' },
  { k: 'a', v: 9, _doc_count: 2, text: 'two' },
  { k: 'c', v: 2, _doc_count: 5, text: 'three' },
  { v: 8 },
];

function plainly(aggs: JsonObject, query: JsonObject = { match_all: {} }): JsonObject {
  const index = new TestIndex({ mapping: MAPPING, documents: PLAIN });
  expect(index.search({ query }).total).toBe(index.search({ query }).ids.length);
  return answered(index, { query, aggs });
}

test('samples and metrics count documents, what is inside of samples does not', () => {
  const inside = { k: { terms: { field: 'k' } } };
  const answer = plainly({
    sampler: { sampler: {}, aggs: inside },
    diverse: { diversified_sampler: { field: 'v' }, aggs: inside },
    random: { random_sampler: { probability: 1 }, aggs: inside },
    stats: { stats: { field: 'v' } },
    values: { value_count: { field: 'k' } },
  });
  const k = {
    buckets: [
      { key: 'c', doc_count: 5 },
      { key: 'a', doc_count: 3 },
      { key: 'b', doc_count: 1 },
    ],
  };
  expect(answer).toMatchObject({
    sampler: { doc_count: 4, k },
    diverse: { doc_count: 4, k },
    random: { doc_count: 9, k },
    stats: { count: 4, sum: 20 },
    values: { value: 4 },
  });
});

test('clusters count documents, their means do not heed them', () => {
  expect(plainly({ w: { variable_width_histogram: { field: 'v', buckets: 4 } } })).toEqual({
    w: {
      buckets: [
        { min: 1, key: 1, max: 1, doc_count: 1 },
        { min: 2, key: 2, max: 2, doc_count: 5 },
        { min: 8, key: 8, max: 8, doc_count: 1 },
        { min: 9, key: 9, max: 9, doc_count: 2 },
      ],
    },
  });
});

test.each([
  ['significant_terms', { field: 'k' }, 'JLHScore'],
  ['significant_terms', { field: 'k', percentage: {} }, 'PercentageScore'],
  ['significant_terms', { field: 'k', gnd: {} }, 'GND'],
  ['significant_text', { field: 'text', chi_square: {} }, 'ChiSquare'],
  ['significant_text', { field: 'text', mutual_information: {} }, 'MutualInformation'],
] as const)(
  '%s %j is refused where a term is in more documents than match',
  (type, options, of) => {
    const ask = () =>
      plainly({ s: { [type]: { ...options, min_doc_count: 1 } } }, { term: { k: 'c' } });
    expect(ask).toThrow(`subsetFreq > subsetSize, in ${of}`);
  },
);

test('significant terms: matches with a term are counted by _doc_count, the background is not', () => {
  const documents = [
    { k: 'a', b: true, _doc_count: 2 },
    { k: 'b', b: true },
    { k: 'b', b: true },
    { k: 'c', b: false, _doc_count: 9 },
    { k: 'c', b: false },
  ];
  const index = new TestIndex({ mapping: MAPPING, documents });
  const s = { significant_terms: { field: 'k', min_doc_count: 1 } };
  const { s: found } = answered(index, { query: { term: { b: true } }, aggs: { s } });
  expect(found).toMatchObject({
    doc_count: 3,
    bg_count: 5,
    buckets: [
      { key: 'a', doc_count: 2, bg_count: 1 },
      { key: 'b', doc_count: 2, bg_count: 2 },
    ],
  });
});
