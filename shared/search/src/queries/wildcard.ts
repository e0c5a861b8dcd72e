/** `wildcard`: values that fit a pattern of `*` and `?`. */
import { unmappedFieldQuery } from './match_options.js';
import { readMultiTerm } from './multi_term_options.js';
import type { QueryType } from './query_node.js';

export const wildcard: QueryType = {
  name: 'wildcard',
  parse(body, context) {
    const shape = { query: 'wildcard', valueOptions: ['value', 'wildcard'] } as const;
    const { field, pattern, caseInsensitive, ...header } = readMultiTerm(shape, body, context);
    return {
      ...header,
      toQuery: (shard) =>
        shard.mapping.field(field)?.wildcardQuery(pattern, caseInsensitive, shard) ??
        unmappedFieldQuery(field),
    };
  },
};
