/** `match_none`: no document. */
import { matchNoneQuery } from '@skein/search_library';
import { readOptions } from './header.js';
import { LEAF, LIGHT, type QueryType } from './query_type.js';

/** The result of exact-value queries on unmapped fields too. */
export const NO_MATCHES = matchNoneQuery('User requested "match_none" query.');

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
