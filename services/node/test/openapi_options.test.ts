/**
 * The options of queries, aggregations, suggesters and sorts in the OpenAPI document are exactly
 * those of the parsers.
 */
import type { JsonObject } from '@skein/content';
import { parseSearchRequest, registeredAggregations, registeredQueries } from '@skein/search';
import { AGGREGATIONS } from '../src/api/openapi/schemas/aggregations/all.js';
import { SCHEMAS } from '../src/api/openapi/schemas/all.js';
import { QUERIES } from '../src/api/openapi/schemas/queries/all.js';
import { SUGGESTERS } from '../src/api/openapi/schemas/suggesters.js';
import { knownMembers, outcomeOf, refusedValues } from './known_members.js';
import { type Place, placesIn, type Schema } from './schema_places.js';
import { wordsOfSources } from './source_words.js';

// Millions of errors are made here, and nobody reads their stacks.
Error.stackTraceLimit = 0;

const outcome = outcomeOf((body) => parseSearchRequest(body as JsonObject, {}));
const OF_SEARCHES = wordsOfSources('search/src', 'script/src/script_reference.ts');
const OF_AGGREGATIONS = wordsOfSources('aggregations/src');

const exampleOf = ({ examples = [] }: Schema): unknown => examples[0];

const fox = { match: { title: 'fox' } };
const months = { date_histogram: { field: 'sold', calendar_interval: 'month' } };
const percentiles = { percentiles: { field: 'price' } };

/** The aggregations beside or around a pipeline of each kind. */
function aggregationBody(name: string, example: unknown): unknown {
  const paths = JSON.stringify(example);
  const inner = name === 'random_sampler' ? { aggs: { sales: { sum: { field: 'price' } } } } : {};
  const own = { own: { [name]: example, ...inner } };
  if (paths.includes('months>')) {
    const sales = { sales: { sum: { field: 'price' } } };
    return { aggs: { months: { ...months, aggs: sales }, ...own } };
  }
  if (!/"buckets_path"|"sales"/.test(paths)) return { aggs: own };
  const inside = {
    sales: { sum: { field: 'price' } },
    buyers: { cardinality: { field: 'buyer' } },
    percentiles,
  };
  return { aggs: { months: { ...months, aggs: { ...inside, ...own } } } };
}

/** Bodies with the objects that the examples of the document do not have. */
const FULLER: readonly JsonObject[] = [
  { query: fox, aggs: { all: { avg: { field: 'a' }, meta: {} } } },
  { query: { match_all: {} }, _source: { includes: ['a'] }, slice: { id: 0, max: 2 } },
  { highlight: { fields: { title: { type: 'plain' } } } },
  { collapse: { field: 'a', inner_hits: { name: 'b', collapse: { field: 'c' } } } },
  { rescore: { window_size: 3, query: { rescore_query: fox } } },
  { pit: { id: 'x' } },
  { knn: { field: 'v', query_vector: [1, 2], k: 3, num_candidates: 10 } },
  { fields: [{ field: 'a' }], script_fields: { a: { script: { source: 'x' } } } },
  { sort: [{ a: { order: 'asc', nested: { path: 'p' } } }] },
  { sort: [{ _score: { order: 'asc' } }] },
  { sort: [{ _script: { type: 'number', script: 'x' } }] },
  { sort: [{ _geo_distance: { place: [0, 0] } }] },
  { suggest: { own: { text: 'x', phrase: { field: 'f', collate: { query: { source: '{}' } } } } } },
  { suggest: { own: { prefix: 'x', completion: { field: 'f', regex: {} } } } },
  ...[
    { function_score: { field_value_factor: { field: 'a' } } },
    { function_score: { random_score: { seed: 7 } } },
    { function_score: { functions: [{ script_score: { script: 'x' } }] } },
    { function_score: { gauss: { n: { origin: 5, scale: 4 } } } },
    { rank_feature: { field: 'a', log: { scaling_factor: 2 } } },
    { rank_feature: { field: 'a', sigmoid: { pivot: 2, exponent: 1 } } },
    { rank_feature: { field: 'a', linear: {} } },
    { knn: { v: { vector: [1, 2], k: 3, rescore: {}, method_parameters: {} } } },
    { knn: { field: 'v', query_vector: [1, 2], k: 3 } },
    { nested: { path: 'a', query: fox, inner_hits: {} } },
    { common: { a: { query: 'x', minimum_should_match: { low_freq: 1, high_freq: 1 } } } },
    { geo_shape: { a: { indexed_shape: { id: '1' } } } },
    {
      geo_bounding_box: { a: { top_left: { geohash: 'u1' }, bottom_right: { lat: 2, lon: 9 } } },
    },
    { pinned: { docs: [{ _index: 'a', _id: '1' }], organic: fox } },
    ...['all_of', 'any_of'].map((rule) => ({
      intervals: { a: { [rule]: { intervals: [{ match: { query: 'x' } }] } } },
    })),
    { intervals: { a: { match: { query: 'x', filter: { after: { match: { query: 'y' } } } } } } },
    { intervals: { a: { prefix: { prefix: 'x' } } } },
    { intervals: { a: { wildcard: { pattern: 'x' } } } },
    { intervals: { a: { regexp: { pattern: 'x' } } } },
    { intervals: { a: { fuzzy: { term: 'x' } } } },
    { script: { script: { source: 'x' } } },
  ].map((query) => ({ query })),
  ...[
    { terms: { field: 'a', include: { partition: 0, num_partitions: 2 } } },
    { percentiles: { field: 'a', tdigest: {} } },
    { percentiles: { field: 'a', hdr: {} } },
    ...['mutual_information', 'chi_square', 'gnd', 'percentage'].map((heuristic) => ({
      significant_terms: { field: 'a', [heuristic]: {} },
    })),
    { significant_terms: { field: 'a', script_heuristic: { script: 'x' } } },
    { histogram: { field: 'a', interval: 1, extended_bounds: { min: 1, max: 2 } } },
    { date_histogram: { field: 'a', fixed_interval: '1d', hard_bounds: {} } },
    { date_histogram: { field: 'a', fixed_interval: '1d', extended_bounds: {} } },
    { geotile_grid: { field: 'a', bounds: { top_left: '1,0', bottom_right: '0,1' } } },
    { categorize_text: { field: 'a', categorization_analyzer: { tokenizer: 'standard' } } },
    { multi_terms: { terms: [{ field: 'a' }, { field: 'b' }] } },
    ...[
      { histogram: { field: 'a', interval: 1 } },
      { date_histogram: { field: 'a', fixed_interval: '1d' } },
      { geotile_grid: { field: 'a' } },
    ].map((source) => ({ composite: { sources: [{ b: source }] } })),
  ].map((own) => ({ aggs: { own } })),
  {
    aggs: {
      months: {
        ...months,
        aggs: {
          sales: { sum: { field: 'a' } },
          own: {
            moving_avg: {
              buckets_path: 'sales',
              window: 50,
              model: 'holt_winters',
              settings: { period: 2 },
            },
          },
        },
      },
    },
  },
];

const bodies: readonly unknown[] = [
  { pit: { id: 'x' }, sort: [{ a: 'asc' }] },
  ...Object.entries(QUERIES).map(([name, schema]) => ({
    query: name === 'span_gap' ? gapped(exampleOf(schema)) : { [name]: exampleOf(schema) },
  })),
  ...Object.entries(AGGREGATIONS).map(([name, schema]) => aggregationBody(name, exampleOf(schema))),
  ...Object.entries(SUGGESTERS).map(([name, schema]) => ({
    suggest: {
      own: { [name === 'completion' ? 'prefix' : 'text']: 'x', [name]: exampleOf(schema) },
    },
  })),
  ...FULLER,
];

function gapped(gap: unknown): unknown {
  const term = { span_term: { title: 'a' } };
  return { span_near: { clauses: [term, { span_gap: gap }, term] } };
}

const SEARCH = { $ref: '#/components/schemas/SearchRequest' };

/** Each schema of an object once, in the first body that has it. */
const PLACES: readonly Place[] = bodies
  .flatMap((body) => placesIn(SEARCH, body, 'search'))
  .filter(({ name }) => name !== 'SearchRequest')
  .filter((place, i, all) => all.findIndex(({ members }) => members === place.members) === i);

/** Names that parsers know in order to refuse them with a reason, by the names of places. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  Query: ['hybrid', 'neural'],
  'search.aggs.own.matrix_stats': ['script', 'value_type'],
  'search.sort[]._script': ['nested_filter', 'nested_path'],
};

/** The options of hits are read by the parser of searches. */
const wordsFor = (place: string): ReadonlySet<string> =>
  /^(?:search\.aggs|Aggregation$)/.test(place) && !place.endsWith('.top_hits')
    ? OF_AGGREGATIONS
    : OF_SEARCHES;

test('every query and aggregation has options', () => {
  expect(Object.keys(QUERIES).sort()).toEqual(registeredQueries().toSorted());
  expect(Object.keys(AGGREGATIONS).sort()).toEqual(registeredAggregations().toSorted());
  const suggestion = SCHEMAS.Suggestion as Schema;
  expect(Object.keys(suggestion.properties ?? {})).toEqual(
    expect.arrayContaining(Object.keys(SUGGESTERS)),
  );
});

test.each(bodies.map((body) => [JSON.stringify(body), body]))('%s is taken', (_text, body) => {
  expect(outcome(body)).toBe('ok');
});

test.each(PLACES.map((place) => [place.name, place] as const))(
  '%s has the options of the parser',
  (name, place) => {
    const refused = REFUSED[name] ?? [];
    const known = knownMembers(place, outcome, wordsFor(name));
    expect(known.filter((one) => !refused.includes(one)).sort()).toEqual(place.known.toSorted());
    expect(refusedValues(place, outcome)).toEqual([]);
  },
);
