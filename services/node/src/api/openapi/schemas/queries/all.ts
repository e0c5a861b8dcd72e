/** The schemas of all queries. */
import { COMPOUND_QUERIES } from './compound_queries.js';
import { GEO_QUERIES } from './geo_queries.js';
import type { QuerySchemas } from './query_parts.js';
import { SPAN_QUERIES } from './span_queries.js';
import { TERM_QUERIES } from './term_queries.js';
import { TEXT_QUERIES } from './text_queries.js';

export const QUERIES: QuerySchemas = {
  ...COMPOUND_QUERIES,
  ...GEO_QUERIES,
  ...SPAN_QUERIES,
  ...TERM_QUERIES,
  ...TEXT_QUERIES,
};
