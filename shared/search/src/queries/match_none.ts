/** `match_none`: no document. */

import { readOptions } from './header.js';
import { NO_MATCHES } from './match_options.js';
import type { QueryType } from './query_node.js';

export const match_none: QueryType = {
  name: 'match_none',
  parse(body, context) {
    const header = readOptions({ query: 'match_none', options: body, context }, {});
    return {
      ...header,
      toQuery: () => NO_MATCHES,
      canMatch: () => false,
    };
  },
};
