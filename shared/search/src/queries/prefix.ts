/** `prefix`: values that begin with a text. */
import { termsCanMatch } from './can_match.js';
import { NO_MATCHES } from './match_options.js';
import { readMultiTerm } from './multi_term_options.js';
import type { QueryNode, QueryType } from './query_node.js';
import { withRewrite } from './rewrite_method.js';

export const prefix: QueryType = {
  name: 'prefix',
  parse(body, context) {
    const params = readMultiTerm({ query: 'prefix', valueOptions: ['value'] }, body, context);
    const { field, pattern, caseInsensitive, rewrite } = params;
    const toQuery: QueryNode['toQuery'] = (shard) => {
      const mapped = shard.mapping.field(field);
      if (!mapped) return NO_MATCHES;
      return withRewrite(mapped.prefixQuery(pattern, caseInsensitive, shard), rewrite);
    };
    return {
      boost: params.boost,
      queryName: params.queryName,
      toQuery,
      canMatch: termsCanMatch(field, toQuery),
    };
  },
};
