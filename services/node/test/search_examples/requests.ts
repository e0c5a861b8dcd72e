/** Sorts, rescorers, ways of presenting hits, and other parts of a request. */
import type { SearchExample, Way } from './example.js';
import { fox, source, square, tagged } from './parts.js';

const FEW: Partial<Record<Way, string>> = {
  'two shards': 'each shard gives its own best',
};
const FILTERED = 'the filter is explained too';
const NO_MSEARCH = { msearch: 'a fault of form refuses all of it' };
const NO_SCROLL = { scroll: 'it is refused in a scroll' };

/** Examples of the other parts of a request. */
export const REQUEST_EXAMPLES: readonly SearchExample[] = [
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
