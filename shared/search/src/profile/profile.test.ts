/** `profile`: the tree for readers, and that a profiled search returns the same hits. */

import { type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

let nowMs = 0;
/** Each reading of the clock is a millisecond later. */
const clock = { nowMs: () => 0, monotonicMs: () => nowMs++ };

const MAPPING = mappingOf({ text: 'text', tag: 'keyword', n: 'long', at: 'date' });
const DOCUMENTS = [
  { text: 'quick brown fox', tag: 'a', n: 1, at: '2024-01-01' },
  { text: 'lazy dog', tag: 'b', n: 2, at: '2024-02-01' },
  { text: 'quick dog', tag: ['a', 'b'], n: 3, at: '2024-02-03' },
  { text: 'quick', tag: 'c', n: 4, at: '2024-03-01' },
];
const index = new TestIndex({ mapping: MAPPING, documents: DOCUMENTS, clock });

function member(json: JsonValue | undefined, path: string): JsonValue | undefined {
  let found = json;
  for (const key of path.split('.')) found = (found as JsonObject | undefined)?.[key];
  return found;
}

function answer(body: JsonObject): JsonObject {
  const found = index.answer(body);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

function profileOf(body: JsonObject): JsonObject {
  return member(answer({ ...body, profile: true }), 'profile.shards.0') as JsonObject;
}

const QUERIES: readonly JsonObject[] = [
  { match_all: {} },
  { match: { text: 'quick dog' } },
  { match: { text: { query: 'quick dog', operator: 'and' } } },
  { match_phrase: { text: 'quick brown' } },
  { prefix: { tag: 'a' } },
  { range: { n: { gte: 2 } } },
  { terms: { tag: ['a', 'c'] } },
  { bool: { must: [{ match: { text: 'quick' } }], must_not: [{ term: { tag: 'c' } }] } },
  {
    bool: {
      should: [{ match: { text: 'dog' } }, { term: { tag: 'a' } }],
      filter: [{ range: { n: { lt: 4 } } }],
      minimum_should_match: 1,
    },
  },
  { dis_max: { queries: [{ match: { text: 'fox' } }, { term: { tag: 'b' } }] } },
  { constant_score: { filter: { term: { tag: 'a' } } } },
  { function_score: { query: { match: { text: 'quick' } }, weight: 3 } },
];

test.each(QUERIES)('a profiled search finds what it finds otherwise: %j', (query) => {
  for (const more of [{}, { sort: ['n'] }, { size: 0 }, { size: 1, min_score: 0.1 }]) {
    const aggs = { tags: { terms: { field: 'tag' }, aggs: { most: { max: { field: 'n' } } } } };
    const body = { query, aggs, ...more };
    const { profile, took, ...found } = answer({ ...body, profile: true });
    const { took: _, ...wanted } = answer(body);
    expect(stringifyJson(found)).toBe(stringifyJson(wanted));
    expect(profile).toBeDefined();
  }
});

test('queries lie in the tree as they lie in the request; what is counted is what was done', () => {
  const filter = [{ range: { n: { gte: 1 } } }];
  const query = { bool: { must: [{ match: { text: 'quick dog' } }], filter } };
  const profile = profileOf({ query });
  const [root] = member(profile, 'searches.0.query') as JsonObject[];
  expect(root).toMatchObject({
    type: 'BooleanQuery',
    children: [
      {
        type: 'BooleanQuery',
        description: 'text:quick text:dog',
        children: [
          { type: 'TermQuery', description: 'text:quick' },
          { type: 'TermQuery', description: 'text:dog' },
        ],
      },
      { type: 'IndexOrDocValuesQuery' },
    ],
  });
  const breakdown = root?.breakdown as Readonly<Record<string, number>>;
  // Four matches, and the end of each of two segments.
  expect(breakdown).toMatchObject({ next_doc_count: 6, score_count: 4, create_weight_count: 1 });
  expect(Number(breakdown.build_scorer)).toBeGreaterThan(0);
  const steps = Object.entries(breakdown).filter(([name]) => !name.endsWith('_count'));
  expect(root?.time_in_nanos).toBe(steps.reduce((sum, [, nanos]) => sum + nanos, 0));
});

test.each([
  ['fox', undefined],
  ['fox dog', ['items.text:fox', 'items.text:dog']],
])('below the query of nested objects lies what is in it: %s', (text, expected) => {
  const nested = new TestIndex({
    mapping: { properties: { items: { type: 'nested', properties: { text: { type: 'text' } } } } },
    documents: [{ items: [{ text: 'quick fox' }, { text: 'lazy dog' }] }],
    clock,
  });
  const query = { nested: { path: 'items', query: { match: { 'items.text': text } } } };
  const found = nested.answer({ query, profile: true }) as JsonObject;
  const [root] = member(found, 'profile.shards.0.searches.0.query') as JsonObject[];
  expect(root?.type).toBe('OpenSearchToParentBlockJoinQuery');
  const children = root?.children as readonly JsonObject[] | undefined;
  expect(children?.map(({ description }) => description)).toEqual(expected);
});

test.each([
  [{}, 'SimpleTopScoreDocCollector search_top_hits'],
  [{ sort: ['n'] }, 'SimpleFieldCollector search_top_hits'],
  [{ sort: ['n'], search_after: [1] }, 'PagingFieldCollector search_top_hits'],
  [{ size: 0 }, 'EarlyTerminatingCollector search_count'],
  [{ min_score: 0.1 }, 'MinimumScoreCollector search_min_score'],
  [{ terminate_after: 3 }, 'MultiCollector search_terminate_after_count'],
  [{ post_filter: { term: { tag: 'a' } } }, 'FilteredCollector search_post_filter'],
  [{ aggs: { m: { max: { field: 'n' } } } }, 'MultiCollector search_multi'],
])('the collector of %j', (body, wanted) => {
  const { name, reason } = member(profileOf(body), 'searches.0.collector.0') as JsonObject;
  expect(`${name} ${reason}`).toBe(wanted);
});

test.each([
  [{ terms: { field: 'tag' } }, 'GlobalOrdinalsStringTermsAggregator', { total_buckets: 3 }],
  [{ terms: { field: 'tag', execution_hint: 'map' } }, 'MapStringTermsAggregator', {}],
  [{ terms: { field: 'n' } }, 'NumericTermsAggregator', { result_strategy: 'long_terms' }],
  [{ terms: { field: 'gone' } }, 'NonCollectingAggregator', undefined],
  [{ rare_terms: { field: 'tag' } }, 'StringRareTermsAggregator', undefined],
  [{ histogram: { field: 'n', interval: 2 } }, 'NumericHistogramAggregator', { total_buckets: 3 }],
  [
    { date_histogram: { field: 'at', calendar_interval: 'month' } },
    'DateHistogramAggregator',
    { total_buckets: 3 },
  ],
  [
    { auto_date_histogram: { field: 'at', buckets: 2 } },
    'AutoDateHistogramAggregator.FromSingle',
    { surviving_buckets: 3 },
  ],
  [
    { range: { field: 'n', ranges: [{ to: 2 }] } },
    'RangeAggregator',
    { optimized_segments: 2, unoptimized_segments: 0, leaf_visited: 1, inner_visited: 1 },
  ],
  [{ range: { field: 'n', missing: 7, ranges: [{ to: 2 }] } }, 'RangeAggregator', undefined],
  [{ percentiles: { field: 'n' } }, 'TDigestPercentilesAggregator', undefined],
  [{ percentiles: { field: 'n', hdr: {} } }, 'HDRPercentilesAggregator', undefined],
  [{ cardinality: { field: 'n' } }, 'CardinalityAggregator', { numeric_collectors_used: 2 }],
  [{ cardinality: { field: 'tag' } }, 'CardinalityAggregator', { ordinals_collectors_used: 2 }],
  [{ cardinality: { field: 'gone' } }, 'CardinalityAggregator', { empty_collectors_used: 2 }],
])('the aggregator of %j', (agg, type, debug) => {
  const found = member(profileOf({ size: 0, aggs: { x: agg } }), 'aggregations.0') as JsonObject;
  expect(found).toMatchObject({ type, description: 'x', ...(debug && { debug }) });
  if (debug === undefined) expect(found).not.toHaveProperty('debug');
});

test('aggregations lie in the tree as they are nested; documents are counted', () => {
  const inner = { most: { max: { field: 'n' } } };
  const aggs = { tags: { terms: { field: 'tag' }, aggs: inner } };
  const [tags] = profileOf({ size: 0, aggs }).aggregations as JsonObject[];
  expect(tags).toMatchObject({
    breakdown: {
      collect_count: 4,
      initialize_count: 1,
      build_leaf_collector_count: 2,
      build_aggregation_count: 1,
      post_collection_count: 1,
    },
    // A document with two tags is in two buckets.
    children: [{ type: 'MaxAggregator', description: 'most', breakdown: { collect_count: 5 } }],
  });
});

test('the fetch phase: what was read, and what each part took', () => {
  expect(profileOf({ sort: ['n'], size: 2, docvalue_fields: ['n'] }).fetch).toMatchObject({
    type: 'fetch',
    breakdown: { load_stored_fields_count: 2 },
    children: [
      { type: 'FetchSourcePhase', breakdown: { process_count: 2 } },
      { type: 'FetchFieldsPhase', breakdown: { process_count: 2 } },
      { type: 'SortValuesPhase', breakdown: { process_count: 2 } },
    ],
  });
  expect(profileOf({ size: 0 })).not.toHaveProperty('fetch');
});

test('who may not see all documents is refused: what was looked at would tell of the others', () => {
  const seen = new TestIndex({
    mapping: MAPPING,
    documents: DOCUMENTS,
    visibility: { queries: ['{"match_all":{}}'], fields: undefined },
  });
  expect(() => seen.answer({ profile: true })).toThrow('cannot be profiled');
  expect(seen.answer({ profile: false })).not.toHaveProperty('profile');
});
