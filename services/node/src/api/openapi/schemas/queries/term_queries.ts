/** The options of queries on exact values, and on all documents. */
import {
  anything,
  boolean,
  closed,
  integer,
  list,
  mapOf,
  oneOf,
  ref,
  text,
  textOrList,
  words,
} from '../schema.js';
import {
  besideField,
  fuzziness,
  ofField,
  ofFieldOrValue,
  type QuerySchemas,
  query,
  scalar,
} from './query_parts.js';

const caseless = { case_insensitive: boolean };
const pattern = { value: text, rewrite: text, ...caseless };
const bound = { type: ['string', 'number', 'boolean', 'null'] };

const lookup = closed({ index: text, id: text, path: text, routing: text, store: boolean }, [
  'index',
  'id',
  'path',
]);

export const TERM_QUERIES: QuerySchemas = {
  match_all: query({}, { example: { boost: 2 } }),
  match_none: query({}, { example: {} }),
  exists: query({ field: text }, { required: ['field'], example: { field: 'title' } }),
  ids: query({ values: textOrList }, { example: { values: ['1', '2'] } }),
  term: ofFieldOrValue({ value: scalar, term: scalar, ...caseless }, { tag: { value: 'red' } }),
  terms: besideField({ value_type: words('default', 'bitmap') }, oneOf(list(anything), lookup), {
    tag: { index: 'lookups', id: 'tags', path: 'values' },
  }),
  terms_set: ofField(
    {
      terms: list(anything),
      minimum_should_match_field: text,
      minimum_should_match_script: ref('Script'),
    },
    { tag: { terms: ['red', 'green'], minimum_should_match_field: 'need' } },
  ),
  prefix: ofFieldOrValue(pattern, { tag: { value: 're', case_insensitive: true } }),
  wildcard: ofFieldOrValue({ ...pattern, wildcard: text }, { tag: { value: 'r*d' } }),
  regexp: ofFieldOrValue(
    { ...pattern, flags: text, flags_value: integer, max_determinized_states: integer },
    { tag: { value: 're.*', flags: 'ALL' } },
  ),
  fuzzy: ofFieldOrValue(
    {
      value: scalar,
      term: scalar,
      fuzziness,
      prefix_length: integer,
      max_expansions: integer,
      transpositions: boolean,
      rewrite: text,
    },
    { title: { value: 'quik', fuzziness: 1 } },
  ),
  range: ofField(
    {
      gt: bound,
      gte: bound,
      lt: bound,
      lte: bound,
      from: bound,
      to: bound,
      include_lower: boolean,
      include_upper: boolean,
      format: text,
      time_zone: text,
      relation: words('intersects', 'contains', 'within'),
    },
    { at: { gte: '2024-01-01', lt: '2025-01-01', time_zone: '+01:00' } },
  ),
  wrapper: {
    ...closed({ query: text }, ['query']),
    examples: [{ query: 'eyJtYXRjaF9hbGwiOnt9fQ==' }],
  },
  template: { ...mapOf(anything), examples: [{ match: { title: 'fox' } }] },
};
