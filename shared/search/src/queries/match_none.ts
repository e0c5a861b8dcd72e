/** `match_none`: no document. */
import { matchNoneQuery } from '@skein/search_library';
import { readOptions } from './header.js';
import { LEAF, LIGHT, type QueryType } from './query_type.js';

/** Also what queries that look for exact values in a field that is not mapped become. */
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
