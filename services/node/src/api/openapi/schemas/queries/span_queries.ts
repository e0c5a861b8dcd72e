/** The options of queries on the positions of words. */
import { boolean, integer, list, ref, text } from '../schema.js';
import { type QuerySchemas, query } from './query_parts.js';

const fox = { span_term: { title: 'fox' } };
const quick = { span_term: { title: 'quick' } };
const pair = query(
  { big: ref('Query'), little: ref('Query') },
  {
    required: ['big', 'little'],
    example: { big: { span_near: { clauses: [quick, fox], slop: 3 } }, little: fox },
  },
);
const masking = query(
  { query: ref('Query'), field: text },
  { required: ['query', 'field'], example: { query: fox, field: 'title' } },
);

export const SPAN_QUERIES: QuerySchemas = {
  span_near: query(
    { clauses: list(ref('Query')), slop: integer, in_order: boolean },
    { required: ['clauses'], example: { clauses: [quick, fox], slop: 2, in_order: false } },
  ),
  span_or: query(
    { clauses: list(ref('Query')) },
    { required: ['clauses'], example: { clauses: [quick, fox] } },
  ),
  span_not: query(
    { include: ref('Query'), exclude: ref('Query'), pre: integer, post: integer, dist: integer },
    { required: ['include', 'exclude'], example: { include: fox, exclude: quick } },
  ),
  span_first: query(
    { match: ref('Query'), end: integer },
    { required: ['match', 'end'], example: { match: fox, end: 2 } },
  ),
  span_multi: query(
    { match: ref('Query') },
    { required: ['match'], example: { match: { prefix: { title: 'qu' } } } },
  ),
  span_containing: pair,
  span_within: pair,
  span_field_masking: masking,
  field_masking_span: masking,
};
