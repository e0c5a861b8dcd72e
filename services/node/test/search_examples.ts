/**
 * Searches of an index `examples`: at least one of every query, sort, rescorer and way of
 * presenting hits. Their answers must not depend on the execution path (`search_ways.test.ts`).
 */
import type { Json } from './people_index.js';

export const DOCUMENTS = 24;

/** The execution paths on which a search may be exempt from the comparison. */
export type Way =
  | 'alias'
  | 'mailbox'
  | 'main thread'
  | 'message'
  | 'msearch'
  | 'other node'
  | 'point in time'
  | 'reader'
  | 'scroll'
  | 'two shards';

export interface SearchExample {
  readonly name: string;
  readonly body: Json;
  readonly not?: Partial<Readonly<Record<Way, string>>>;
  /** True when every path must refuse the search alike; absent when it must find something. */
  readonly isRefused?: true;
}

export const EXAMPLES_MAPPING = {
  properties: {
    n: { type: 'integer' },
    title: { type: 'text' },
    body: { type: 'text' },
    tag: { type: 'keyword' },
    need: { type: 'integer' },
    rank: { type: 'rank_feature' },
    weight: { type: 'double' },
    at: { type: 'date' },
    place: { type: 'geo_point' },
    area: { type: 'geo_shape' },
    plan: { type: 'xy_shape' },
    spot: { type: 'point' },
    vector: { type: 'knn_vector', dimension: 2 },
    dense: { type: 'dense_vector', dims: 2, similarity: 'l2_norm' },
    notes: {
      type: 'nested',
      properties: { text: { type: 'text' }, stars: { type: 'integer' } },
    },
    join: { type: 'join', relations: { parent: 'child' } },
    question: { type: 'percolator' },
    team: { type: 'keyword' },
  },
};

/** Documents that lookups name, in the index `lookups`, which has other fields. */
export const LOOKUPS: Readonly<Record<string, Json>> = {
  tags: { values: ['red', 'green'] },
  teams: { values: ['blue', 'white'] },
  square: { shape: 'POLYGON ((2.5 -1, 9.5 -1, 9.5 1, 2.5 1, 2.5 -1))' },
  liked: { title: 'quick brown fox' },
  asked: { title: 'the red fox', n: 1 },
};

const TAGS = ['red', 'green', 'blue', 'redder'];
const WORDS = ['quick', 'brown', 'fox', 'red', 'dog', 'lazy'];

function documentOf(n: number): Json {
  const word = (at: number) => WORDS[(n * 7 + at * (1 + (n % 3))) % WORDS.length];
  return {
    n,
    title: [0, 1, 2].map(word).join(' '),
    body: `${word(3)} process of ${word(4)} with a handle ${n}`,
    tag: [TAGS[n % TAGS.length], TAGS[(n * 3 + 1) % TAGS.length]],
    need: 1 + (n % 2),
    rank: 1 + ((n * 5) % 11),
    weight: ((n * 37) % 23) / 2,
    at: `2024-0${1 + (n % 9)}-0${1 + (n % 7)}`,
    place: { lat: n, lon: n / 2 },
    area: `POINT (${n} 0)`,
    plan: `BBOX (${n}, ${n + 2}, 500, -500)`,
    spot: { x: 1000 * n, y: -n },
    vector: [n, (n * n) % 7],
    dense: [n % 5, (n * n) % 7],
    notes: [0, 1].map((i) => ({ text: `${word(i)} note`, stars: (n + i) % 5 })),
    team: n % 2 === 0 ? 'blue' : 'white',
    ...(n % 6 === 0 ? { join: 'parent' } : {}),
    ...(n % 6 === 1 ? { join: { name: 'child', parent: String(n - 1) } } : {}),
    ...(n % 8 === 3 ? { question: { match: { title: word(1) } } } : {}),
  };
}

/** The routing of a document: a child is in the shard of its parent. */
function routingOf(n: number): string {
  return String(n % 6 === 1 ? n - 1 : n);
}

export function examplesBulk(): string {
  const lines = Array.from({ length: DOCUMENTS }, (_, n) => {
    const action = { index: { _id: String(n), routing: routingOf(n) } };
    return `${JSON.stringify(action)}\n${JSON.stringify(documentOf(n))}\n`;
  });
  return lines.join('');
}

const lookup = (id: string) => ({ index: 'lookups', id, path: 'values' });
const square = { area: { indexed_shape: { index: 'lookups', id: 'square', path: 'shape' } } };
const span = (value: string) => ({ span_term: { title: value } });
const source = (text: string) => ({ script: { source: text } });
const geo = { place: { lat: 3, lon: 1 } };
const base64 = (json: Json) => Buffer.from(JSON.stringify(json)).toString('base64');

/** 5 and 9 as a Roaring bitmap. */
const FIVE_NINE = 'OjAAAAEAAAAAAAEAEAAAAAUACQA=';

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

const FEW: Partial<Record<Way, string>> = {
  'two shards': 'each shard gives its own best',
};
const FILTERED = 'the filter is explained too';
const NO_MSEARCH = { msearch: 'a fault of form refuses all of it' };
const NO_SCROLL = { scroll: 'it is refused in a scroll' };
/** Queries whose answers depend on the spread of documents over shards, with the reason. */
const PER_SHARD: Readonly<Record<string, Partial<Record<Way, string>>>> = {
  common: { 'two shards': 'what is frequent is so in a shard' },
  function_score: { 'two shards': 'chance differs from index to index' },
  knn: { 'two shards': '[k] counts for each shard' },
  more_like_this: { 'two shards': 'words are chosen by the statistics of a shard' },
};

function queryExamples(): readonly SearchExample[] {
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

const fox = { match: { title: 'fox' } };
const tagged = { terms: { tag: lookup('tags') } };

const objects = {
  path: 'notes',
  filter: { bool: { must_not: { terms: { 'notes.text': lookup('tags') } } } },
};

/** Aggregations with queries outside `filter`. */
const AGGREGATED: readonly SearchExample[] = [
  { filters: { filters: { tagged, seen: { geo_shape: square } }, other_bucket: true } },
  { adjacency_matrix: { filters: { tagged, fox, seen: { geo_shape: square } } } },
  { significant_terms: { field: 'team', min_doc_count: 1, background_filter: tagged } },
  { top_hits: { size: 100, sort: [{ 'notes.stars': { nested: objects } }, 'n'] } },
].map((aggregation) => ({
  name: Object.keys(aggregation).join(),
  body: { query: fox, aggs: { all: aggregation, inside: inFilter(aggregation) } },
  not: { 'two shards': 'each shard has a background of its own' },
}));

function inFilter(aggregation: Json): Json {
  return { filter: tagged, aggs: { all: aggregation } };
}

/** Examples of the other parts of a request. */
const REQUEST_EXAMPLES: readonly SearchExample[] = [
  { name: 'nothing', body: {} },
  { name: 'post_filter with a lookup', body: { query: fox, post_filter: tagged } },
  { name: 'post_filter by a shape', body: { post_filter: { geo_shape: square } } },
  {
    name: 'rescore',
    body: {
      query: fox,
      rescore: { window_size: 50, query: { rescore_query: { match: { body: 'fox' } } } },
    },
    not: NO_SCROLL,
  },
  {
    name: 'rescore with a lookup and a shape',
    body: {
      query: fox,
      rescore: [
        { window_size: 50, query: { rescore_query: { constant_score: { filter: tagged } } } },
        { window_size: 50, query: { rescore_query: { geo_shape: square } } },
      ],
    },
    not: NO_SCROLL,
  },
  {
    name: 'knn section',
    body: { knn: { field: 'dense', query_vector: [3, 2], k: 4, num_candidates: 24 } },
  },
  {
    name: 'knn section with a lookup beside a query',
    body: {
      query: fox,
      knn: { field: 'dense', query_vector: [3, 2], k: 4, num_candidates: 24, filter: tagged },
    },
  },
  { name: 'sort by numbers and texts', body: { sort: [{ need: 'desc' }, 'weight', 'n'] } },
  { name: 'sort by a keyword', body: { sort: [{ tag: { order: 'asc', mode: 'max' } }, 'n'] } },
  { name: 'sort by score', body: { query: fox, sort: ['_score', 'n'], track_scores: true } },
  { name: 'sort by distance', body: { sort: [{ _geo_distance: { place: '3,1', unit: 'km' } }] } },
  {
    name: 'sort by a script',
    body: {
      sort: [{ _script: { type: 'number', ...source("doc['n'].value % 5") } }, 'n'],
    },
  },
  {
    name: 'sort by nested values',
    body: { sort: [{ 'notes.stars': { order: 'desc', nested: { path: 'notes' } } }, 'n'] },
  },
  {
    name: 'sort by nested values behind a filter',
    body: {
      sort: [
        {
          'notes.stars': {
            nested: { path: 'notes', filter: { terms: { 'notes.stars': [2, 4] } } },
          },
        },
        'n',
      ],
    },
  },
  {
    name: 'search_after',
    body: { sort: ['n'], search_after: [11] },
    not: { scroll: 'it is refused in a scroll' },
  },
  { name: 'page', body: { query: fox, sort: ['n'], from: 2, size: 3 }, not: NO_SCROLL },
  {
    name: 'totals that are not counted',
    body: { query: fox, track_total_hits: false },
    not: { scroll: 'a scroll counts' },
  },
  { name: 'min_score', body: { query: fox, min_score: 0.5 } },
  {
    name: 'terminate_after',
    body: { query: fox, terminate_after: 1 },
    not: { ...FEW, ...NO_SCROLL },
  },
  {
    name: 'source filtered',
    body: { query: fox, _source: { includes: ['t*'], excludes: ['tag'] } },
  },
  {
    name: 'versions',
    body: { version: true, _source: false, seq_no_primary_term: true },
    not: FEW,
  },
  { name: 'stored fields', body: { stored_fields: ['_none_'], _source: false }, not: FEW },
  {
    name: 'fields',
    body: {
      fields: ['t*', { field: 'at', format: 'yyyy' }],
      docvalue_fields: ['n', 'tag', { field: 'at', format: 'epoch_millis' }],
      _source: false,
    },
  },
  {
    name: 'script fields',
    body: { script_fields: { twice: { ...source("doc['n'].value * 2") } } },
  },
  {
    name: 'derived fields',
    body: {
      derived: {
        twice: {
          type: 'long',
          script: { source: "if (doc['n'].size() > 0) { emit(doc['n'].value * 2) }" },
        },
      },
      query: { range: { twice: { gte: 9 } } },
      fields: ['twice'],
    },
  },
  {
    name: 'runtime fields',
    body: {
      runtime_mappings: {
        twice: { type: 'long', script: { source: "for (def n : doc['n']) { emit(n * 2) }" } },
        day: {
          type: 'keyword',
          script: { source: "emit(doc['twice'].size() == 0 ? 'none' : 'some')" },
        },
        body: { type: 'keyword' },
      },
      query: {
        bool: { filter: [{ range: { twice: { gte: 9 } } }, { exists: { field: 'body' } }] },
      },
      sort: [{ twice: 'desc' }],
      fields: ['twice', 'day'],
      aggs: { days: { terms: { field: 'day' } }, sum: { sum: { field: 'twice' } } },
    },
  },
  { name: 'explain', body: { query: fox, explain: true }, not: { ...FEW, alias: FILTERED } },
  {
    name: 'explain with rescore',
    body: {
      query: fox,
      explain: true,
      rescore: { window_size: 50, query: { rescore_query: { match: { body: 'fox' } } } },
    },
    not: { ...FEW, ...NO_SCROLL, alias: FILTERED },
  },
  {
    name: 'highlight',
    body: {
      query: fox,
      highlight: {
        fields: {
          title: { number_of_fragments: 0 },
          '*': { highlight_query: { prefix: { body: 'f' } } },
        },
      },
    },
  },
  {
    name: 'an unknown highlighter',
    body: { query: fox, highlight: { fields: { title: { type: 'nonesuch' } } } },
    isRefused: true,
  },
  {
    name: 'collapse',
    body: {
      query: fox,
      sort: ['n'],
      collapse: { field: 'team', inner_hits: { name: 'all', sort: ['n'] } },
    },
    not: NO_SCROLL,
  },
  {
    name: 'named queries with scores',
    body: {
      query: { bool: { should: [{ match: { title: { query: 'fox', _name: 'f' } } }, tagged] } },
      include_named_queries_score: true,
    },
  },
  {
    name: 'indices_boost',
    body: { query: fox, indices_boost: [{ examples: 2 }] },
    not: { 'two shards': 'it names one index', reader: 'it names one index' },
  },
  {
    name: 'a shape that is not there',
    body: { query: { geo_shape: { area: { indexed_shape: { index: 'lookups', id: 'none' } } } } },
    isRefused: true,
  },
  {
    name: 'a document that is not there',
    body: { query: { percolate: { field: 'question', index: 'lookups', id: 'none' } } },
    isRefused: true,
  },
  { name: 'an unknown query', body: { query: { nonesuch: {} } }, isRefused: true, not: NO_MSEARCH },
  { name: 'an unknown member', body: { nonesuch: 1 }, isRefused: true, not: NO_MSEARCH },
  { name: 'a wrong value', body: { query: { term: { n: 'x' } } }, isRefused: true },
];

export const EXAMPLES: readonly SearchExample[] = [
  ...queryExamples(),
  ...AGGREGATED,
  ...REQUEST_EXAMPLES,
];
