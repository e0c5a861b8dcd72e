/**
 * Compares aggregations with a model that computes everything one by one, and parts of several
 * shards with one shard that has all documents.
 */

import { finishAggregations, reduceAggregations } from '@skein/aggregations';
import { decodePlain, encodePlain } from '@skein/bytes';
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { planOf } from '../../plan/search_plan.js';
import type { FoundDocuments } from '../../queries/query_type.js';
import { fillQuery } from '../../queries/visit_queries.js';
import { parseSearchRequest } from '../../request/parse_search_request.js';
import { mapQueries } from '../../request/request_queries.js';
import type { SearchRequest } from '../../request/search_request.js';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const MAPPING = mappingOf({ k: 'keyword', n: 'long', d: 'double', t: 'date' });

const DAY = 86_400_000;

const documents = fc.array(
  fc.record(
    {
      k: fc.array(fc.constantFrom('a', 'b', 'c', 'é', 'zz'), { maxLength: 3 }),
      n: fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 3 }),
      // Multiples of a quarter, so that sums are the same in any order.
      d: fc.integer({ min: -20, max: 20 }).map((quarters) => quarters / 4),
      t: fc.integer({ min: 0, max: 40 }).map((days) => days * DAY + 3_600_000),
    },
    { requiredKeys: ['d'] },
  ),
  { maxLength: 20 },
);

type Doc = { k?: string[]; n?: number[]; d: number; t?: number };

function aggregated(docs: readonly Doc[], aggs: JsonObject): JsonObject {
  const index = new TestIndex({ mapping: MAPPING, documents: docs as readonly JsonObject[] });
  const answer = index.answer({ size: 0, aggs });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return JSON.parse(stringifyJson(answer.aggregations)) as JsonObject;
}

function termsModel(docs: readonly Doc[]) {
  const buckets = new Map<string, Doc[]>();
  for (const doc of docs) {
    for (const key of new Set(doc.k ?? [])) buckets.set(key, [...(buckets.get(key) ?? []), doc]);
  }
  return [...buckets]
    .map(([key, own]) => ({ key, own }))
    .sort((a, b) => b.own.length - a.own.length || (a.key < b.key ? -1 : 1))
    .map(({ key, own }) => ({
      key,
      doc_count: own.length,
      sum: { value: own.reduce((sum, { d }) => sum + d, 0) },
      n: { value: own.reduce((count, { n = [] }) => count + n.length, 0) },
    }));
}

test('terms with sub-aggregations are what a model counts', () => {
  const aggs = {
    a: {
      terms: { field: 'k', size: 10 },
      aggs: { sum: { sum: { field: 'd' } }, n: { value_count: { field: 'n' } } },
    },
  };
  fc.assert(
    fc.property(documents, (docs) => {
      expect(aggregated(docs as Doc[], aggs)).toEqual({
        a: {
          doc_count_error_upper_bound: 0,
          sum_other_doc_count: 0,
          buckets: termsModel(docs as Doc[]),
        },
      });
    }),
    { numRuns: 40 },
  );
});

test('steps of a number count each document once, and show the empty ones between', () => {
  const model = (docs: readonly Doc[]) => {
    const counts = new Map<number, number>();
    for (const { n = [] } of docs) {
      for (const key of new Set(n.map((value) => Math.floor(value / 3) * 3))) {
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    const keys = [...counts.keys()];
    const [low, high] = [Math.min(...keys), Math.max(...keys)];
    return keys.length === 0
      ? []
      : Array.from({ length: (high - low) / 3 + 1 }, (_, i) => low + 3 * i).map((key) => ({
          key,
          doc_count: counts.get(key) ?? 0,
        }));
  };
  fc.assert(
    fc.property(documents, (docs) => {
      const aggs = { a: { histogram: { field: 'n', interval: 3 } } };
      expect(aggregated(docs as Doc[], aggs)).toEqual({ a: { buckets: model(docs as Doc[]) } });
    }),
    { numRuns: 40 },
  );
});

/** A tree of many types, none of which is approximate for so few documents. */
const TREE: JsonObject = {
  k: {
    terms: { field: 'k', size: 20, order: { avg: 'desc' } },
    aggs: {
      avg: { avg: { field: 'd' } },
      days: {
        date_histogram: { field: 't', calendar_interval: 'week', min_doc_count: 1 },
        aggs: {
          stats: { extended_stats: { field: 'n' } },
          few: { filter: { range: { d: { lt: 0 } } } },
        },
      },
    },
  },
  n: { terms: { field: 'n', size: 50 }, aggs: { most: { max: { field: 'd' } } } },
  pages: {
    composite: {
      size: 7,
      sources: [{ k: { terms: { field: 'k' } } }, { n: { terms: { field: 'n' } } }],
    },
    aggs: { least: { min: { field: 'd' } } },
  },
  none: { missing: { field: 'k' }, aggs: { c: { cardinality: { field: 'n' } } } },
  spread: { percentiles: { field: 'd', percents: [10, 50, 90] } },
  rare: { rare_terms: { field: 'k', max_doc_count: 3 } },
  ranges: { range: { field: 'd', ranges: [{ to: 0 }, { from: -1, to: 3 }, { from: 2 }] } },
  all: {
    global: {},
    aggs: { w: { weighted_avg: { value: { field: 'd' }, weight: { field: 'd' } } } },
  },
};

function noScripts(): never {
  throw new Error('no script in the tree');
}

test('parts of several shards, reduced in any batches, are those of one shard', () => {
  const request = parseSearchRequest({ size: 0, aggs: TREE }, {});
  const tree = request.aggregations;
  if (tree === undefined) throw new Error('no aggregations');
  const options = { maxBuckets: 10_000, checkCancelled: () => undefined };
  fc.assert(
    fc.property(documents, fc.integer({ min: 1, max: 4 }), fc.nat(), (docs, shards, cut) => {
      const parts = Array.from({ length: shards }, (_, shard) => {
        const own = docs.filter((_doc, i) => i % shards === shard) as JsonObject[];
        return new TestIndex({ mapping: MAPPING, documents: own }).part({ size: 0, aggs: TREE });
      });
      const batch = 1 + (cut % shards);
      const first = reduceAggregations(tree, parts.slice(0, batch), { ...options, isFinal: false });
      const again = decodePlain(encodePlain(first)) as readonly unknown[];
      const rest = parts.slice(batch);
      const json = finishAggregations(tree, [again, ...rest], {
        ...options,
        typedKeys: false,
        script: noScripts,
        reduceScript: noScripts,
      });
      const together = JSON.parse(stringifyJson(json));
      expect(together).toEqual(aggregated(docs as Doc[], TREE));
    }),
    { numRuns: 60 },
  );
});

test('documents and fields that are hidden are in no bucket', () => {
  const docs = [
    { k: ['a'], d: 1 },
    { k: ['b'], d: 2 },
    { k: ['b', 'c'], d: 3 },
  ];
  const visibility = { queries: ['{"range":{"d":{"gte":2}}}'], fields: undefined };
  const index = new TestIndex({ mapping: MAPPING, documents: docs, visibility });
  const answer = index.answer({
    size: 0,
    aggs: {
      k: { terms: { field: 'k', min_doc_count: 0 } },
      all: { global: {}, aggs: { s: { sum: { field: 'd' } } } },
    },
  });
  expect(JSON.parse(stringifyJson(answer as JsonObject)).aggregations).toMatchObject({
    k: {
      buckets: [
        { key: 'b', doc_count: 2 },
        { key: 'c', doc_count: 1 },
      ],
    },
    all: { doc_count: 2, s: { value: 5 } },
  });
});

test('what is inside keeps its order and errors when buckets are ordered by it', () => {
  const docs = ['b', 'b', 'a', 'c', 'c', 'c'].map((k, i) => ({ k: [k], n: [i % 2], d: i }));
  const inner = { terms: { field: 'k', size: 2 } };
  const steps = { histogram: { field: 'd', interval: 3, order: { _key: 'desc' } } };
  const few = { aggs: { avg: { avg: { field: 'd' } }, inner, steps } };
  const aggs = { a: { terms: { field: 'n', order: { avg: 'asc' } }, ...few } };
  const { a } = aggregated(docs, aggs) as { a: { buckets: JsonObject[] } };
  for (const bucket of a.buckets) {
    const filter = { n: { filter: { term: { n: Number(bucket.key) } }, ...few } };
    const { n } = aggregated(docs, filter) as { n: JsonObject };
    expect(bucket.inner).toEqual(n.inner);
    expect(bucket.steps).toEqual(n.steps);
  }
});

test('too many buckets are refused', () => {
  const docs = Array.from({ length: 12 }, (_, i) => ({ n: [i], d: 0 }));
  const index = new TestIndex({ mapping: MAPPING, documents: docs });
  const aggs = { n: { terms: { field: 'n', size: 100 } } };
  expect(() => index.answer({ size: 0, aggs }, { maxBuckets: 10 })).toThrow(
    'Trying to create too many buckets. Must be less than or equal to: [10] but was [12]',
  );
});

/** The plan after the coordinating node has fetched the documents it needs. */
function filled(body: JsonObject, found: FoundDocuments): SearchRequest {
  return mapQueries(parseSearchRequest(body, {}), (query) => fillQuery(query, found));
}

const LOOKUP = { terms: { k: { index: 'other', id: '1', path: 'values' } } };

test.each<[string, JsonObject]>([
  ['filter', { filter: LOOKUP }],
  ['filters', { filters: { filters: [LOOKUP] } }],
  ['filters by name', { filters: { filters: { a: { bool: { must_not: LOOKUP } } } } }],
  ['adjacency_matrix', { adjacency_matrix: { filters: { a: LOOKUP } } }],
  ['significant_terms', { significant_terms: { field: 'k', background_filter: LOOKUP } }],
  ['top_hits', { top_hits: { sort: [{ 'o.n': { nested: { path: 'o', filter: LOOKUP } } }] } }],
])('queries of %s are among those of the request', (_, aggregation) => {
  const aggs = {
    a: {
      terms: { field: 'k' },
      aggs: { b: { filter: { match_all: {} }, aggs: { c: aggregation } } },
    },
  };
  const { needs } = planOf(parseSearchRequest({ aggs }, {}));
  expect(needs.documents.map(({ index, id }) => `${index}/${id}`)).toEqual(['other/1']);
  expect(needs.coordinator).toBe(true);
  const after = planOf(filled({ aggs }, () => ({ values: ['x'] })));
  expect(after.needs.documents).toEqual([]);
  expect(JSON.stringify(after.request.aggregations)).toContain('["x"]');
});

test('a filter has as many leaves as a query may have', () => {
  const terms = Array.from({ length: 600 }, (_, i) => ({ term: { k: String(i) } }));
  const half = { bool: { should: terms } };
  expect(() => aggregated([{ d: 1 }], { a: { filter: half } })).not.toThrow();
  expect(() =>
    new TestIndex({ mapping: MAPPING, documents: [{ d: 1 }] }).answer({
      aggs: { a: { filter: { bool: { should: [half, half] } } } },
    }),
  ).toThrow('maxClauseCount is set to 1024');
});

test('the script of a filter runs for the documents at hand alone', () => {
  const mapping = {
    properties: {
      n: { type: 'long' },
      o: { type: 'nested', properties: { m: { type: 'long' } } },
    },
  };
  const documents = [1, 2, 3].map((n) => ({ n, o: [{ m: n }, { m: 2 * n }] }));
  const over = (field: string) => ({ filter: { script: { script: `doc['${field}'].value > 2` } } });
  const index = new TestIndex({ mapping, documents });
  const answer = index.answer({
    size: 0,
    aggs: {
      whole: over('n'),
      inside: { nested: { path: 'o' }, aggs: { some: over('o.m') } },
    },
  });
  expect(answer).toMatchObject({
    aggregations: { whole: { doc_count: 1 }, inside: { doc_count: 6, some: { doc_count: 3 } } },
  });
});

test('a page of composite goes on in an index that has not the field', () => {
  const index = new TestIndex({ mapping: MAPPING, documents: [{ d: 1 }, { n: [5], d: 2 }] });
  const page = (after: JsonObject) => {
    const sources = [
      { n: { terms: { field: 'n' } } },
      { x: { terms: { field: 'nope', missing_bucket: true } } },
    ];
    const answer = index.answer({ size: 0, aggs: { a: { composite: { sources, after } } } });
    return isJsonObject(answer) ? answer.aggregations : answer;
  };
  expect(page({ n: 1, x: 'bar' })).toEqual({
    a: { after_key: { n: 5, x: null }, buckets: [{ key: { n: 5, x: null }, doc_count: 1 }] },
  });
  expect(page({ n: 5, x: 7 })).toEqual({ a: { buckets: [] } });
});

test('unsigned longs are numbers in the keys of composite', () => {
  const index = new TestIndex({
    mapping: { properties: { u: { type: 'unsigned_long' } } },
    documents: [{ u: 10_223_372_036_854_775_807n }, { u: 5 }],
  });
  const aggs = { a: { composite: { sources: [{ u: { terms: { field: 'u' } } }] } } };
  const answer = index.answer({ size: 0, aggs });
  expect(stringifyJson(answer)).toContain('"key":{"u":5}');
  expect(stringifyJson(answer)).toContain('"key":{"u":10223372036854775807}');
});

test.each(['terms', 'rare_terms'])(
  '%s of addresses and of words have no keys in common',
  (type) => {
    const aggs = { a: { [type]: { field: 'f' } } };
    const { aggregations: tree } = parseSearchRequest({ aggs }, {});
    if (tree === undefined) throw new Error('no aggregations');
    const parts = [
      { type: 'ip', value: '::1' },
      { type: 'keyword', value: 'x' },
    ].map(({ type: of, value }) => {
      const mapping = { properties: { f: { type: of } } };
      return new TestIndex({ mapping, documents: [{ f: value }] }).part({ size: 0, aggs });
    });
    const options = { maxBuckets: 10, checkCancelled: () => undefined, isFinal: false };
    expect(() => reduceAggregations(tree, parts, options)).toThrow(
      'encoded bytes are of incorrect length',
    );
  },
);
