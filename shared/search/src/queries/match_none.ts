/** `match_none`: no document. */

import { readOptions } from './header.js';
import { NO_MATCHES } from './match_options.js';
import { LEAF, LIGHT, type QueryType } from './query_type.js';

export const match_none: QueryType<null> = {
  name: 'match_none',
  parse(body, context) {
    const header = readOptions({ query: 'match_none', options: body, context }, {});
    return { ...header, params: null };
  },
  ...LEAF,
  needs: () => LIGHT,
  bind: () => NO_MATCHES,
  canMatch: () => false,
};
