/** The options of queries on exact values, and on all documents. */
import * as s from '../schema.js';
import {
  besideField,
  fuzziness,
  ofField,
  ofFieldOrValue,
  type QuerySchemas,
  query,
  scalar,
} from './query_parts.js';

const caseless = { case_insensitive: s.boolean };
const pattern = { value: s.text, rewrite: s.text, ...caseless };
const bound = { type: ['string', 'number', 'boolean', 'null'] };

const lookup = s.closed(
  { index: s.text, id: s.text, path: s.text, routing: s.text, store: s.boolean },
  ['index', 'id', 'path'],
);

export const TERM_QUERIES: QuerySchemas = {
  match_all: query({}, { example: { boost: 2 } }),
  match_none: query({}, { example: {} }),
  exists: query({ field: s.text }, { required: ['field'], example: { field: 'title' } }),
  ids: query({ values: s.textOrList }, { example: { values: ['1', '2'] } }),
  term: ofFieldOrValue({ value: scalar, term: scalar, ...caseless }, { tag: { value: 'red' } }),
  terms: besideField(
    { value_type: s.words('default', 'bitmap') },
    s.oneOf(s.list(s.anything), lookup),
    {
      tag: { index: 'lookups', id: 'tags', path: 'values' },
    },
  ),
  terms_set: ofField(
    {
      terms: s.list(s.anything),
      minimum_should_match_field: s.text,
      minimum_should_match_script: s.ref('Script'),
    },
    { tag: { terms: ['red', 'green'], minimum_should_match_field: 'need' } },
  ),
  prefix: ofFieldOrValue(pattern, { tag: { value: 're', case_insensitive: true } }),
  wildcard: ofFieldOrValue({ ...pattern, wildcard: s.text }, { tag: { value: 'r*d' } }),
  regexp: ofFieldOrValue(
    { ...pattern, flags: s.text, flags_value: s.integer, max_determinized_states: s.integer },
    { tag: { value: 're.*', flags: 'ALL' } },
  ),
  fuzzy: ofFieldOrValue(
    {
      value: scalar,
      term: scalar,
      fuzziness,
      prefix_length: s.integer,
      max_expansions: s.integer,
      transpositions: s.boolean,
      rewrite: s.text,
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
      include_lower: s.boolean,
      include_upper: s.boolean,
      format: s.text,
      time_zone: s.text,
      relation: s.words('intersects', 'contains', 'within'),
    },
    { at: { gte: '2024-01-01', lt: '2025-01-01', time_zone: '+01:00' } },
  ),
  wrapper: {
    ...s.closed({ query: s.text }, ['query']),
    examples: [{ query: 'eyJtYXRjaF9hbGwiOnt9fQ==' }],
  },
  template: { ...s.mapOf(s.anything), examples: [{ match: { title: 'fox' } }] },
};
