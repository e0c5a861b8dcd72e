/** At least one query of each kind. */
import type { Json } from '../people_index.js';
import type { SearchExample, Way } from './example.js';
import { base64, FIVE_NINE, geo, lookup, source, span, square } from './parts.js';

/** Queries by their names, at least one of each kind. */
export const QUERY_EXAMPLES: Readonly<Record<string, readonly Json[]>> = {
  bool: [
    {
      must: [{ match: { title: 'fox' } }],
      filter: [{ range: { n: { lt: 20 } } }],
      should: [{ term: { tag: 'red' } }],
      must_not: [{ ids: { values: ['3'] } }],
      _name: 'all of it',
    },
    { should: [{ term: { tag: 'blue' } }, { term: { need: 2 } }], minimum_should_match: 2 },
  ],
  boosting: [
    {
      positive: { match: { title: 'fox' } },
      negative: { term: { tag: 'red' } },
      negative_boost: 0.5,
    },
  ],
  combined_fields: [{ query: 'quick process', fields: ['title^2', 'body'], operator: 'or' }],
  common: [
    { title: { query: 'the quick fox', cutoff_frequency: 0.4 } },
    { body: { query: 'process fox', low_freq_operator: 'and', cutoff_frequency: 0.9 } },
  ],
  constant_score: [{ filter: { terms: { tag: lookup('tags') } }, boost: 3 }],
  dis_max: [
    { queries: [{ match: { title: 'fox' } }, { match: { body: 'fox' } }], tie_breaker: 0.3 },
  ],
  distance_feature: [{ field: 'at', origin: '2024-03-01', pivot: '30d' }],
  exists: [{ field: 'join' }],
  field_masking_span: [{ query: span('fox'), field: 'title' }],
  function_score: [
    {
      query: { match: { title: 'fox' } },
      functions: [
        { filter: { terms: { tag: lookup('tags') } }, weight: 2 },
        { field_value_factor: { field: 'weight', missing: 1 } },
        { gauss: { n: { origin: 5, scale: 4 } } },
        { random_score: { seed: 7, field: 'n' } },
        { script_score: source("doc['n'].value + 1") },
      ],
    },
    { query: { match_all: {} }, exp: { at: { origin: '2024-05-01', scale: '20d' } } },
    { query: { match_all: {} }, linear: { place: { origin: '3,1', scale: '300km' } } },
  ],
  fuzzy: [{ title: { value: 'quik' } }],
  geo_bounding_box: [{ place: { top_left: { lat: 9, lon: 0 }, bottom_right: { lat: 2, lon: 9 } } }],
  geo_distance: [{ distance: '400km', ...geo }],
  geo_grid: [{ place: { geohash: 's1' } }],
  geo_polygon: [{ place: { points: ['0,0', '12,0', '12,9', '0,9'] } }],
  geo_shape: [square, { area: { shape: 'POLYGON ((2.5 -1, 9.5 -1, 9.5 1, 2.5 1, 2.5 -1))' } }],
  has_child: [
    { type: 'child', query: { range: { n: { lt: 14 } } }, score_mode: 'max', inner_hits: {} },
    { type: 'child', query: { terms: { tag: lookup('tags') } } },
  ],
  has_parent: [{ parent_type: 'parent', query: { match_all: {} }, score: true, inner_hits: {} }],
  ids: [{ values: ['1', '5', '9'] }],
  intervals: [
    {
      title: { all_of: { intervals: [{ match: { query: 'fox' } }, { prefix: { prefix: 'la' } }] } },
    },
    {
      title: {
        any_of: {
          intervals: [{ wildcard: { pattern: 'br*n' } }, { fuzzy: { term: 'dig' } }],
          filter: { not_containing: { match: { query: 'lazy' } } },
        },
      },
    },
    { title: { match: { query: 'fox', filter: { script: { source: 'interval.start < 2' } } } } },
    { title: { regexp: { pattern: 'q.*k' } } },
  ],
  knn: [
    { vector: { vector: [3, 2], k: 4, filter: { terms: { tag: lookup('tags') } } } },
    { field: 'dense', query_vector: [3, 2], k: 4, num_candidates: 24 },
  ],
  match: [
    { title: 'quick fox' },
    { title: { query: 'quik foxx', fuzziness: 'AUTO', operator: 'and' } },
    { title: { query: 'foxx', fuzziness: 'AUTO:2,9', _name: 'edits' } },
    { title: { query: 'quick brown fox', cutoff_frequency: 1000 } },
  ],
  match_all: [{}],
  match_bool_prefix: [{ title: 'quick br' }],
  match_none: [{}],
  match_phrase: [{ title: { query: 'quick brown', slop: 2 } }],
  match_phrase_prefix: [{ title: { query: 'quick b', slop: 2 } }],
  more_like_this: [
    {
      fields: ['title'],
      like: [
        { _index: 'lookups', _id: 'liked', per_field_analyzer: { title: 'whitespace' } },
        'red dog',
      ],
      min_term_freq: 1,
      min_doc_freq: 1,
    },
  ],
  multi_match: [
    { query: 'quick fox', fields: ['title^2', 'body'] },
    { query: 'quick fox', fields: ['title', 'body'], type: 'cross_fields' },
    { query: 'quik', fields: ['ti*'], fuzziness: 1 },
    { query: 'red fox', fields: ['title', 'body'], cutoff_frequency: 1000, type: 'cross_fields' },
  ],
  nested: [
    {
      path: 'notes',
      query: { bool: { must: [{ match: { 'notes.text': 'fox' } }] } },
      inner_hits: { sort: [{ 'notes.stars': 'desc' }] },
    },
  ],
  parent_id: [{ type: 'child', id: '6' }],
  percolate: [
    { field: 'question', document: { title: 'quick brown fox' } },
    { field: 'question', index: 'lookups', id: 'asked' },
  ],
  pinned: [{ ids: ['7', '3'], organic: { match: { title: 'fox' } } }],
  prefix: [{ tag: 're' }],
  shape: [
    {
      spot: {
        shape: {
          type: 'envelope',
          coordinates: [
            [0, 0],
            [9000, -9],
          ],
        },
      },
    },
  ],
  xy_shape: [
    { plan: { shape: 'POINT (3 400)', relation: 'contains' } },
    { plan: { indexed_shape: { index: 'lookups', id: 'square', path: 'shape' } } },
  ],
  query_string: [{ query: 'title:(quick AND fox) OR tag:blu* OR n:[3 TO 5]' }],
  range: [{ at: { gte: '2024-02-01', lt: '2024-05-01||/M' } }, { n: { gt: 3, lte: 9 } }],
  rank_feature: [{ field: 'rank', saturation: { pivot: 4 } }],
  regexp: [{ tag: 're.*' }],
  script: [source("doc['n'].value % 2 == params.rest").script].map((script) => ({
    script: { ...script, params: { rest: 1 } },
  })),
  script_score: [{ query: { match: { title: 'fox' } }, ...source("_score + doc['n'].value") }],
  simple_query_string: [{ query: '"quick brown"~2 | lazy -red', fields: ['title'] }],
  span_containing: [
    { big: { span_near: { clauses: [span('quick'), span('fox')], slop: 3 } }, little: span('fox') },
  ],
  span_field_masking: [{ query: span('fox'), field: 'title' }],
  span_first: [{ match: span('fox'), end: 2 }],
  span_gap: [],
  span_multi: [{ match: { prefix: { title: 'qu' } } }],
  span_near: [
    { clauses: [span('quick'), span('brown')], slop: 2, in_order: false },
    { clauses: [span('quick'), { span_gap: { title: 1 } }, span('fox')] },
  ],
  span_not: [{ include: span('fox'), exclude: span('quick'), dist: 0 }],
  span_or: [{ clauses: [span('quick'), span('dog')] }],
  span_term: [{ title: 'fox' }],
  span_within: [
    { big: { span_near: { clauses: [span('quick'), span('fox')], slop: 3 } }, little: span('fox') },
  ],
  template: [{ match: { title: 'fox' } }],
  term: [{ tag: 'red' }, { tag: { value: 'RED', case_insensitive: true, _name: 'any case' } }],
  terms: [
    { tag: ['red', 'blue'] },
    { tag: lookup('tags'), boost: 2 },
    { n: [FIVE_NINE], value_type: 'bitmap' },
  ],
  terms_set: [
    { tag: { terms: ['red', 'green', 'blue'], minimum_should_match_field: 'need' } },
    {
      tag: { terms: ['red', 'green'], minimum_should_match_script: { source: 'params.num_terms' } },
    },
  ],
  wildcard: [{ tag: 'r*d' }],
  wrapper: [{ query: base64({ match: { title: 'fox' } }) }],
};

/** Queries whose answers depend on the spread of documents over shards, with the reason. */
const PER_SHARD: Readonly<Record<string, Partial<Record<Way, string>>>> = {
  common: { 'two shards': 'what is frequent is so in a shard' },
  function_score: { 'two shards': 'chance differs from index to index' },
  knn: { 'two shards': '[k] counts for each shard' },
  more_like_this: { 'two shards': 'words are chosen by the statistics of a shard' },
};

export function queryExamples(): readonly SearchExample[] {
  return Object.entries(QUERY_EXAMPLES).flatMap(([kind, bodies]) =>
    bodies.flatMap((query, i) => {
      const not = PER_SHARD[kind] === undefined ? {} : { not: PER_SHARD[kind] };
      const asked = { query: { [kind]: query } };
      const counted = { aggs: { counted: { filter: asked.query } } };
      return [
        { name: `${kind} ${i + 1}`, body: asked, ...not },
        { name: `${kind} ${i + 1} as an aggregation`, body: counted, ...not },
      ];
    }),
  );
}
