/** The options of queries on the positions of words. */
import * as s from '../schema.js';
import { type QuerySchemas, query } from './query_parts.js';

const fox = { span_term: { title: 'fox' } };
const quick = { span_term: { title: 'quick' } };
const pair = query(
  { big: s.ref('Query'), little: s.ref('Query') },
  {
    required: ['big', 'little'],
    example: { big: { span_near: { clauses: [quick, fox], slop: 3 } }, little: fox },
  },
);
const masking = query(
  { query: s.ref('Query'), field: s.text },
  { required: ['query', 'field'], example: { query: fox, field: 'title' } },
);

export const SPAN_QUERIES: QuerySchemas = {
  span_near: query(
    { clauses: s.list(s.ref('Query')), slop: s.integer, in_order: s.boolean },
    { required: ['clauses'], example: { clauses: [quick, fox], slop: 2, in_order: false } },
  ),
  span_or: query(
    { clauses: s.list(s.ref('Query')) },
    { required: ['clauses'], example: { clauses: [quick, fox] } },
  ),
  span_not: query(
    {
      include: s.ref('Query'),
      exclude: s.ref('Query'),
      pre: s.integer,
      post: s.integer,
      dist: s.integer,
    },
    { required: ['include', 'exclude'], example: { include: fox, exclude: quick } },
  ),
  span_first: query(
    { match: s.ref('Query'), end: s.integer },
    { required: ['match', 'end'], example: { match: fox, end: 2 } },
  ),
  span_multi: query(
    { match: s.ref('Query') },
    { required: ['match'], example: { match: { prefix: { title: 'qu' } } } },
  ),
  span_containing: pair,
  span_within: pair,
  span_field_masking: masking,
  field_masking_span: masking,
};
