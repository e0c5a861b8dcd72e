/** `constant_score`: the matches of a query, each with the boost as its score. */
import { constantScoreQuery } from '@skein/search_library';
import { bindQuery } from './bind_query.js';
import { canMatch } from './can_match.js';
import { BY_TOKEN, type Manners, readOptions } from './header.js';
import { intoDraft } from './into_draft.js';
import type { QueryNode } from './query_node.js';
import { parsingError } from './query_parse_context.js';
import { LIGHT, type QueryType } from './query_type.js';

interface Params {
  readonly filter: QueryNode;
}

const MANNERS: Manners = {
  ...BY_TOKEN,
  object: 'unsupported',
  token: (_, token) => `unexpected token [${token}]`,
};

export const constant_score: QueryType<Params> = {
  name: 'constant_score',
  parse(body, context) {
    const draft: { filter?: QueryNode } = {};
    const header = readOptions(
      { query: 'constant_score', options: body, context, manners: MANNERS },
      {
        filter: { object: intoDraft(draft, 'filter', (json) => context.parse(json)) },
      },
    );
    const { filter } = draft;
    if (!filter) {
      throw parsingError(context, "[constant_score] requires a 'filter' element", body);
    }
    return { ...header, params: { filter } };
  },
  children: ({ filter }) => [filter],
  withChildren: (params, [filter = params.filter]) => ({ filter }),
  needs: () => LIGHT,
  bind: ({ filter }, shard) => constantScoreQuery(bindQuery(filter, shard)),
  canMatch: ({ filter }, point) => canMatch(filter, point),
};
