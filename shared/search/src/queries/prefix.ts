/** `prefix`: values that begin with a text. */
import { unmappedFieldQuery } from './match_options.js';
import { readMultiTerm } from './multi_term_options.js';
import type { QueryType } from './query_node.js';

export const prefix: QueryType = {
  name: 'prefix',
  parse(body, context) {
    const params = readMultiTerm({ query: 'prefix', valueOptions: ['value'] }, body, context);
    const { field, pattern, caseInsensitive } = params;
    return {
      boost: params.boost,
      queryName: params.queryName,
      toQuery: (shard) =>
        shard.mapping.field(field)?.prefixQuery(pattern, caseInsensitive, shard) ??
        unmappedFieldQuery(field),
    };
  },
};
