/** `wildcard`: values that fit a pattern of `*` and `?`. */
import { termsCanMatch } from './can_match.js';
import { NO_MATCHES } from './match_options.js';
import { readMultiTerm } from './multi_term_options.js';
import type { QueryNode, QueryType } from './query_node.js';
import { withRewrite } from './rewrite_method.js';

export const wildcard: QueryType = {
  name: 'wildcard',
  parse(body, context) {
    const shape = { query: 'wildcard', valueOptions: ['value', 'wildcard'] } as const;
    const params = readMultiTerm(shape, body, context);
    const { field, pattern, caseInsensitive, rewrite } = params;
    const toQuery: QueryNode['toQuery'] = (shard) => {
      const mapped = shard.mapping.field(field);
      if (!mapped) return NO_MATCHES;
      return withRewrite(mapped.wildcardQuery(pattern, caseInsensitive, shard), rewrite);
    };
    return {
      boost: params.boost,
      queryName: params.queryName,
      toQuery,
      canMatch: termsCanMatch(field, toQuery),
    };
  },
};
