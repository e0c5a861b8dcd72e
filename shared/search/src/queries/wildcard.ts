/** `wildcard`: values that match a pattern with `*` and `?`. */
import { multiTermType } from './multi_term_options.js';
import { withRewrite } from './rewrite_method.js';

export const wildcard = multiTermType(
  { query: 'wildcard', valueOptions: ['value', 'wildcard'], refusesNull: true },
  (field, { pattern, caseInsensitive, rewrite }, shard) =>
    withRewrite(field.wildcardQuery(pattern, caseInsensitive, shard), rewrite),
);
