/** `match_all`: every document, each scoring the boost. */
import { matchAllQuery } from '@skein/search_library';
import { readPlainHeader } from './header.js';
import type { QueryType } from './query_node.js';

export const match_all: QueryType = {
  name: 'match_all',
  parse(body, context) {
    const header = readPlainHeader(body, {}, { name: 'match_all', context });
    return {
      ...header,
      toQuery: () => matchAllQuery(),
      toJson: () => ({ match_all: { boost: header.boost } }),
    };
  },
};
