/** The options of queries that hold other queries, or change their scores. */
import type { JsonObject } from '@skein/content';
import * as s from '../schema.js';
import { HEADER, ignoreUnmapped, type QuerySchemas, query, textOrInteger } from './query_parts.js';

const clauses = s.oneOf(s.ref('Query'), s.list(s.ref('Query')));
const fox = { match: { title: 'fox' } };
const joinScore = s.words('none', 'avg', 'max', 'min', 'sum');
const joined = { query: s.ref('Query'), inner_hits: s.ref('InnerHits'), ...ignoreUnmapped };

const decay: JsonObject = {
  ...s.mapOf(s.oneOf(s.mapOf(s.anything), s.text)),
  properties: { multi_value_mode: s.words('min', 'max', 'avg', 'sum', 'median') },
};
const FUNCTIONS = {
  field_value_factor: s.closed(
    {
      field: s.text,
      factor: s.number,
      missing: s.number,
      modifier: s.words(
        'none',
        'log',
        'log1p',
        'log2p',
        'ln',
        'ln1p',
        'ln2p',
        'square',
        'sqrt',
        'reciprocal',
      ),
    },
    ['field'],
  ),
  random_score: s.closed({ seed: textOrInteger, field: s.text }),
  script_score: s.closed({ script: s.ref('Script') }, ['script']),
  gauss: decay,
  exp: decay,
  linear: decay,
  weight: s.number,
};

const vector = s.list(s.number);
/** The options of a vector search as Elasticsearch names them, also beside `query`. */
export const KNN_OPTIONS = {
  field: s.text,
  query_vector: vector,
  k: s.integer,
  num_candidates: s.integer,
  filter: clauses,
  similarity: s.number,
  ...HEADER,
};
const ofVectorField = s.closed({
  vector,
  k: s.integer,
  min_score: s.number,
  max_distance: s.number,
  filter: s.ref('Query'),
  ...ignoreUnmapped,
  rescore: s.oneOf(s.boolean, s.closed({ oversample_factor: s.number })),
  method_parameters: s.closed({ ef_search: s.integer }),
  ...HEADER,
});

export const COMPOUND_QUERIES: QuerySchemas = {
  bool: query(
    {
      must: clauses,
      filter: clauses,
      should: clauses,
      must_not: clauses,
      mustNot: { ...clauses, deprecated: true },
      minimum_should_match: textOrInteger,
      adjust_pure_negative: s.boolean,
    },
    { example: { must: [fox], filter: [{ term: { tag: 'red' } }], minimum_should_match: 0 } },
  ),
  boosting: query(
    { positive: s.ref('Query'), negative: s.ref('Query'), negative_boost: s.number },
    {
      required: ['positive', 'negative', 'negative_boost'],
      example: { positive: fox, negative: { term: { tag: 'red' } }, negative_boost: 0.5 },
    },
  ),
  constant_score: query(
    { filter: s.ref('Query') },
    { required: ['filter'], example: { filter: fox, boost: 3 } },
  ),
  dis_max: query(
    { queries: clauses, tie_breaker: s.number },
    { required: ['queries'], example: { queries: [fox], tie_breaker: 0.3 } },
  ),
  function_score: query(
    {
      query: s.ref('Query'),
      functions: s.list(s.closed({ ...FUNCTIONS, filter: s.ref('Query'), _name: s.text })),
      ...FUNCTIONS,
      score_mode: s.words('multiply', 'sum', 'avg', 'first', 'max', 'min'),
      boost_mode: s.words('multiply', 'replace', 'sum', 'avg', 'max', 'min'),
      max_boost: s.number,
      min_score: s.number,
    },
    {
      example: {
        query: fox,
        functions: [{ filter: { term: { tag: 'red' } }, weight: 2 }],
        score_mode: 'sum',
      },
    },
  ),
  script: query(
    { script: s.ref('Script') },
    { required: ['script'], example: { script: { source: "doc['n'].value > 1" } } },
  ),
  script_score: query(
    { query: s.ref('Query'), script: s.ref('Script'), min_score: s.number },
    { required: ['query', 'script'], example: { query: fox, script: { source: '_score * 2' } } },
  ),
  pinned: query(
    {
      ids: s.list(s.text),
      docs: s.list(s.closed({ _index: s.text, _id: s.text })),
      organic: s.ref('Query'),
    },
    { required: ['organic'], example: { ids: ['7'], organic: fox } },
  ),
  distance_feature: query(
    { field: s.text, origin: s.anything, pivot: s.text },
    {
      required: ['field', 'origin', 'pivot'],
      example: { field: 'at', origin: '2024-03-01', pivot: '30d' },
    },
  ),
  rank_feature: query(
    {
      field: s.text,
      log: s.closed({ scaling_factor: s.number }),
      saturation: s.closed({ pivot: s.number }),
      sigmoid: s.closed({ pivot: s.number, exponent: s.number }),
      linear: s.closed({}),
    },
    { required: ['field'], example: { field: 'rank', saturation: { pivot: 4 } } },
  ),
  nested: query(
    { path: s.text, score_mode: joinScore, ...joined },
    {
      required: ['path', 'query'],
      example: { path: 'notes', query: { exists: { field: 'notes.text' } } },
    },
  ),
  has_child: query(
    {
      type: s.text,
      score_mode: joinScore,
      min_children: s.integer,
      max_children: s.integer,
      ...joined,
    },
    { required: ['type', 'query'], example: { type: 'child', query: fox } },
  ),
  has_parent: query(
    { parent_type: s.text, score: s.boolean, ...joined },
    { required: ['parent_type', 'query'], example: { parent_type: 'parent', query: fox } },
  ),
  parent_id: query(
    { type: s.text, id: s.text, ...ignoreUnmapped },
    { example: { type: 'child', id: '6' } },
  ),
  knn: {
    ...s.oneOf(
      { ...s.mapOf(ofVectorField), maxProperties: 1 },
      s.closed(KNN_OPTIONS, ['field', 'query_vector']),
    ),
    examples: [{ vector: { vector: [3, 2], k: 4 } }],
  },
};
