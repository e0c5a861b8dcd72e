/** `match_none`: no document. */
import { matchNoneQuery } from '@skein/search_library';
import { readOptions } from './header.js';
import type { QueryType } from './query_node.js';

export const match_none: QueryType = {
  name: 'match_none',
  parse(body, context) {
    const header = readOptions({ query: 'match_none', options: body, context }, {});
    return {
      ...header,
      toQuery: () => matchNoneQuery('User requested "match_none" query.'),
      canMatch: () => false,
    };
  },
};
