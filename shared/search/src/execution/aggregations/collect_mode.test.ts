/**
 * Compares sub-aggregations that only see the documents of selected buckets with sub-aggregations
 * that see all documents.
 */

import { isJsonArray, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { aggregated } from '../../testing/aggregated.js';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const mapping = mappingOf({
  k: 'keyword',
  v: 'long',
  d: 'double',
  t: 'date',
  w: 'text',
  o: { type: 'nested', properties: { k: { type: 'keyword' }, v: { type: 'long' } } },
});

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
const small = fc.integer({ min: -3, max: 9 });
const documents: fc.Arbitrary<JsonObject[]> = fc.array(
  fc.record(
    {
      k: fc.oneof(key, fc.array(key, { maxLength: 3 })),
      v: fc.oneof(small, fc.array(small, { maxLength: 3 })),
      d: small.map((value) => value / 4),
      t: fc.integer({ min: 0, max: 90 }).map((day) => 86_400_000 * day),
      w: fc.constantFrom('x', 'x y', 'x x z'),
      o: fc.array(fc.record({ k: key, v: small }), { maxLength: 3 }),
    },
    { requiredKeys: ['k'] },
  ),
  { minLength: 1, maxLength: 30 },
);

/** The document's `v` without repeated numbers. */
const distinct = ({ v }: JsonObject): JsonObject => (isJsonArray(v) ? { v: [...new Set(v)] } : {});

type Mode = 'breadth_first' | 'depth_first' | undefined;
/** Builds an aggregation whose `terms` use the given collect mode. */
type Made = (mode: Mode) => JsonObject;

const named = (name: string, made: JsonObject): JsonObject => ({ aggs: { [name]: made } });
const metrics = fc.constantFrom<JsonObject>(
  { max: { field: 'v' } },
  { avg: { field: 'd' } },
  { cardinality: { field: 'k' } },
  { percentiles: { field: 'v', percents: [50] } },
  { top_hits: { size: 2, sort: [{ v: 'desc' }, '_doc'], _source: false } },
  { top_hits: { size: 2, _source: false } },
  { sum: { script: '_score' } },
  { top_metrics: { metrics: { field: 'd' }, sort: { v: 'asc' } } },
  { scripted_metric: SCRIPTS() },
  { extended_stats: { field: 'd' } },
  { median_absolute_deviation: { field: 'v' } },
  { boxplot: { field: 'v' } },
  { string_stats: { field: 'k' } },
  { weighted_avg: { value: { field: 'v' }, weight: { field: 'd' } } },
  { matrix_stats: { fields: ['d'] } },
  { value_count: { field: 'v' } },
);

function SCRIPTS(): JsonObject {
  return {
    init_script: 'state.n = 0',
    map_script: 'state.n += 1',
    combine_script: 'state.n',
    // An empty bucket of a histogram has the state null, as in OpenSearch.
    reduce_script: 'long sum = 0; for (n in states) if (n != null) sum += n; sum',
  };
}

const options = fc.record({
  size: fc.integer({ min: 1, max: 4 }),
  shard_size: fc.integer({ min: 1, max: 4 }),
  order: fc.constantFrom<JsonObject>(
    { _count: 'desc' },
    { _key: 'desc' },
    { _count: 'asc' },
    { m: 'asc' },
    { 'f>m': 'desc' },
  ),
  min_doc_count: fc.constantFrom(0, 1, 2),
  missing: fc.constantFrom(undefined, 0),
});

const choosing = (field: string) => (mode: Mode) => ({
  field,
  ...(mode && { collect_mode: mode }),
});

/** Adds the sub-aggregations that buckets may be ordered by. */
function terms(inner: fc.Arbitrary<Made>): fc.Arbitrary<Made> {
  const sources = fc.constantFrom('k', 'v', 'd');
  return fc
    .tuple(options, sources, inner)
    .map(([{ missing, ...shape }, field, child]) => (mode) => ({
      terms: {
        ...choosing(field)(mode),
        ...shape,
        ...(missing === undefined || field === 'k' ? {} : { missing }),
      },
      aggs: {
        x: child(mode),
        m: { max: { field: 'v' } },
        f: { filter: { range: { v: { gte: 2 } } }, ...named('m', { sum: { field: 'd' } }) },
      },
    }));
}

function multiTerms(inner: fc.Arbitrary<Made>): fc.Arbitrary<Made> {
  return fc.tuple(options, inner).map(([{ missing: _, ...shape }, child]) => (mode) => ({
    multi_terms: {
      terms: [{ field: 'k' }, { field: 'v' }],
      ...shape,
      ...(mode && { collect_mode: mode }),
    },
    aggs: {
      x: child(mode),
      m: { max: { field: 'v' } },
      f: { filter: { range: { v: { gte: 2 } } }, ...named('m', { sum: { field: 'd' } }) },
    },
  }));
}

const plain: fc.Arbitrary<Made> = metrics.map((json) => () => json);
const BOTH = { a: { term: { k: 'a' } }, b: { range: { v: { gte: 2 } } } };
/** Bucket types, each of which is skipped where its parent buckets are. */
const kinds = fc.constantFrom<JsonObject>(
  { date_histogram: { field: 't', fixed_interval: '30d' } },
  { auto_date_histogram: { field: 't', buckets: 3 } },
  { histogram: { field: 'v', interval: 4 } },
  { sampler: { shard_size: 5 } },
  { filters: { filters: [BOTH.a, BOTH.b] } },
  { filters: { filters: BOTH, other_bucket: true } },
  { adjacency_matrix: { filters: BOTH } },
  { range: { field: 'v', ranges: [{ to: 2 }, { from: 1, to: 5 }, { from: 5 }] } },
  { date_range: { field: 't', ranges: [{ to: 'now' }, { from: '1970-02-01' }] } },
  { missing: { field: 'v' } },
  { filter: BOTH.b },
  { rare_terms: { field: 'v', max_doc_count: 3 } },
  { significant_terms: { field: 'k', min_doc_count: 1 } },
  { categorize_text: { field: 'w' } },
  { diversified_sampler: { field: 't', shard_size: 4, max_docs_per_value: 1 } },
);

const around = (inner: fc.Arbitrary<Made>): fc.Arbitrary<Made> =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: inner.chain((child) =>
        kinds.map(
          (kind): Made =>
            (mode) => ({ ...kind, aggs: { x: child(mode) } }),
        ),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constant<Made>((mode) => ({
        nested: { path: 'o' },
        aggs: {
          x: {
            terms: { ...choosing('o.k')(mode), size: 2, shard_size: 2 },
            ...named('x', { max: { field: 'o.v' } }),
          },
        },
      })),
    },
  );

const made: fc.Arbitrary<Made> = fc.oneof(
  terms(plain),
  terms(terms(plain)),
  terms(around(plain)),
  terms(around(terms(plain))),
  around(terms(around(plain))),
  multiTerms(terms(plain)),
);
const query = fc.constantFrom<JsonObject>({ match_all: {} }, { match: { w: 'x z' } });

const answered = (index: TestIndex, body: JsonObject): string =>
  stringifyJson(aggregated(index, body));

test('breadth_first, depth_first and what is chosen give the same answer', () => {
  fc.assert(
    fc.property(documents, made, query, (docs, aggregation, asked) => {
      const index = new TestIndex({ mapping, documents: docs, segmentDocs: 7 });
      const by = (mode: Mode) => answered(index, { query: asked, aggs: { a: aggregation(mode) } });
      const expected = by('depth_first');
      expect(by('breadth_first')).toBe(expected);
      expect(by(undefined)).toBe(expected);
    }),
    { numRuns: 250 },
  );
});

interface Bucket {
  readonly key: string | number;
  readonly doc_count: number;
}

test('the sub-aggregations of rare and significant values are those of terms', () => {
  const kinds = [
    { rare_terms: { field: 'v', max_doc_count: 2 } },
    { rare_terms: { field: 'k', max_doc_count: 2 } },
    { significant_terms: { field: 'k', min_doc_count: 1 } },
  ];
  fc.assert(
    fc.property(documents, fc.constantFrom(...kinds), metrics, (given, kind, metric) => {
      // As in OpenSearch, `rare_terms` counts equal numbers of a document one by one.
      const docs = given.map((each) => ({ ...each, ...distinct(each) }));
      const index = new TestIndex({ mapping, documents: docs, segmentDocs: 7 });
      const field = Object.values(kind)[0]?.field ?? '';
      const inner = named('x', metric);
      const answer = answered(index, {
        query: { match: { w: 'x z' } },
        aggs: {
          all: { terms: { field, size: 1000, collect_mode: 'depth_first' }, ...inner },
          some: { ...kind, ...inner },
        },
      });
      const { all, some } = JSON.parse(answer) as Record<
        string,
        { buckets: (Bucket & { x: object })[] }
      >;
      const byKey = new Map(all?.buckets.map(({ key: of, x }) => [of, x]));
      for (const { key: of, x } of some?.buckets ?? []) expect(x).toEqual(byKey.get(of));
    }),
    { numRuns: 100 },
  );
});

interface Profiled {
  readonly type: string;
  readonly debug?: { readonly deferred_aggregators?: readonly string[] };
  readonly breakdown: { readonly collect_count: number };
  readonly children?: readonly Profiled[];
}

function profiled(index: TestIndex, aggs: JsonObject): Profiled {
  const answer = index.answer({ size: 0, profile: true, aggs }) as JsonObject;
  const { shards } = answer.profile as unknown as { shards: { aggregations: Profiled[] }[] };
  return shards[0]?.aggregations[0] as Profiled;
}

const MANY = 600;
const many = new TestIndex({
  mapping,
  documents: Array.from({ length: MANY }, (_, i) => ({ k: `k${i % 300}`, v: i % 7 })),
  segmentDocs: MANY,
});
const child = named('x', { max: { field: 'v' } });

test.each([
  ['one in sixteen buckets or fewer stays', { field: 'k' }, ['x'], 20],
  ['more stay', { field: 'k', size: 100 }, undefined, MANY],
  [
    'more stay, but it is asked for',
    { field: 'k', size: 100, collect_mode: 'breadth_first' },
    ['x'],
    320,
  ],
  ['it is asked not to', { field: 'k', collect_mode: 'depth_first' }, undefined, MANY],
  ['values are close together', { field: 'v' }, undefined, MANY],
  ['nobody knows how many there are', { script: "doc['k'].value" }, ['x'], 20],
  [
    'buckets are ordered by it',
    { field: 'k', order: { x: 'asc' }, collect_mode: 'breadth_first' },
    undefined,
    MANY,
  ],
])('profile tells which sub-aggregations waited: %s', (_, options, names, count) => {
  const found = profiled(many, {
    a: { terms: { size: 10, shard_size: 'size' in options ? 160 : 10, ...options }, ...child },
  });
  expect(found.debug?.deferred_aggregators).toEqual(names);
  expect(found.children?.[0]?.breakdown.collect_count).toBe(count);
});
