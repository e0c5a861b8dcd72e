/** The options of queries that hold other queries, or change their scores. */
import type { JsonObject } from '@skein/content';
import {
  anything,
  boolean,
  closed,
  integer,
  list,
  mapOf,
  number,
  oneOf,
  ref,
  text,
  words,
} from '../schema.js';
import { HEADER, ignoreUnmapped, type QuerySchemas, query, textOrInteger } from './query_parts.js';

const clauses = oneOf(ref('Query'), list(ref('Query')));
const fox = { match: { title: 'fox' } };
const joinScore = words('none', 'avg', 'max', 'min', 'sum');
const joined = { query: ref('Query'), inner_hits: ref('InnerHits'), ...ignoreUnmapped };

const decay: JsonObject = {
  ...mapOf(oneOf(mapOf(anything), text)),
  properties: { multi_value_mode: words('min', 'max', 'avg', 'sum', 'median') },
};
const FUNCTIONS = {
  field_value_factor: closed(
    {
      field: text,
      factor: number,
      missing: number,
      modifier: words(
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
  random_score: closed({ seed: textOrInteger, field: text }),
  script_score: closed({ script: ref('Script') }, ['script']),
  gauss: decay,
  exp: decay,
  linear: decay,
  weight: number,
};

const vector = list(number);
/** The options of a vector search as Elasticsearch names them, also beside `query`. */
export const KNN_OPTIONS = {
  field: text,
  query_vector: vector,
  k: integer,
  num_candidates: integer,
  filter: clauses,
  similarity: number,
  ...HEADER,
};
const ofVectorField = closed({
  vector,
  k: integer,
  min_score: number,
  max_distance: number,
  filter: ref('Query'),
  ...ignoreUnmapped,
  rescore: oneOf(boolean, closed({ oversample_factor: number })),
  method_parameters: closed({ ef_search: integer }),
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
      adjust_pure_negative: boolean,
    },
    { example: { must: [fox], filter: [{ term: { tag: 'red' } }], minimum_should_match: 0 } },
  ),
  boosting: query(
    { positive: ref('Query'), negative: ref('Query'), negative_boost: number },
    {
      required: ['positive', 'negative', 'negative_boost'],
      example: { positive: fox, negative: { term: { tag: 'red' } }, negative_boost: 0.5 },
    },
  ),
  constant_score: query(
    { filter: ref('Query') },
    { required: ['filter'], example: { filter: fox, boost: 3 } },
  ),
  dis_max: query(
    { queries: clauses, tie_breaker: number },
    { required: ['queries'], example: { queries: [fox], tie_breaker: 0.3 } },
  ),
  function_score: query(
    {
      query: ref('Query'),
      functions: list(closed({ ...FUNCTIONS, filter: ref('Query'), _name: text })),
      ...FUNCTIONS,
      score_mode: words('multiply', 'sum', 'avg', 'first', 'max', 'min'),
      boost_mode: words('multiply', 'replace', 'sum', 'avg', 'max', 'min'),
      max_boost: number,
      min_score: number,
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
    { script: ref('Script') },
    { required: ['script'], example: { script: { source: "doc['n'].value > 1" } } },
  ),
  script_score: query(
    { query: ref('Query'), script: ref('Script'), min_score: number },
    { required: ['query', 'script'], example: { query: fox, script: { source: '_score * 2' } } },
  ),
  pinned: query(
    { ids: list(text), docs: list(closed({ _index: text, _id: text })), organic: ref('Query') },
    { required: ['organic'], example: { ids: ['7'], organic: fox } },
  ),
  distance_feature: query(
    { field: text, origin: anything, pivot: text },
    {
      required: ['field', 'origin', 'pivot'],
      example: { field: 'at', origin: '2024-03-01', pivot: '30d' },
    },
  ),
  rank_feature: query(
    {
      field: text,
      log: closed({ scaling_factor: number }),
      saturation: closed({ pivot: number }),
      sigmoid: closed({ pivot: number, exponent: number }),
      linear: closed({}),
    },
    { required: ['field'], example: { field: 'rank', saturation: { pivot: 4 } } },
  ),
  nested: query(
    { path: text, score_mode: joinScore, ...joined },
    {
      required: ['path', 'query'],
      example: { path: 'notes', query: { exists: { field: 'notes.text' } } },
    },
  ),
  has_child: query(
    { type: text, score_mode: joinScore, min_children: integer, max_children: integer, ...joined },
    { required: ['type', 'query'], example: { type: 'child', query: fox } },
  ),
  has_parent: query(
    { parent_type: text, score: boolean, ...joined },
    { required: ['parent_type', 'query'], example: { parent_type: 'parent', query: fox } },
  ),
  parent_id: query(
    { type: text, id: text, ...ignoreUnmapped },
    { example: { type: 'child', id: '6' } },
  ),
  knn: {
    ...oneOf(
      { ...mapOf(ofVectorField), maxProperties: 1 },
      closed(KNN_OPTIONS, ['field', 'query_vector']),
    ),
    examples: [{ vector: { vector: [3, 2], k: 4 } }],
  },
};
