/** `match_all`: every document, each with the boost as its score. */

import { float32 } from '@skein/content';
import { matchAllQuery } from '@skein/search_library';
import { readPlainHeader } from './header.js';
import type { QueryNode } from './query_node.js';
import { LEAF, LIGHT, type QueryType } from './query_type.js';

export const match_all: QueryType<null> = {
  name: 'match_all',
  parse(body, context) {
    const header = readPlainHeader(body, {}, { name: 'match_all', context });
    return { ...header, params: null };
  },
  ...LEAF,
  needs: () => LIGHT,
  bind: () => matchAllQuery(),
  toJson: (_, { boost }) => ({ match_all: { boost: float32(boost) } }),
};

export const MATCH_ALL: QueryNode = { kind: 'match_all', params: null, boost: 1, name: undefined };
