import { constantScoreQuery } from '@skein/search_library';
import { bindQuery } from './bind_query.js';
import { canMatch } from './can_match.js';
import { readOptions } from './header.js';
import type { QueryNode, QueryType } from './query_node.js';
import { parsingError } from './query_parse_context.js';

export const constant_score: QueryType = {
  name: 'constant_score',
  parse(body, context) {
    let filter: QueryNode | undefined;
    const header = readOptions(
      { query: 'constant_score', options: body, context },
      {
        filter: {
          object: (json) => {
            filter = context.parse(json);
          },
        },
      },
    );
    if (!filter) {
      throw parsingError(context, "[constant_score] requires a 'filter' element", body);
    }
    const inner = filter;
    return {
      ...header,
      toQuery: (shard) => constantScoreQuery(bindQuery(inner, shard)),
      canMatch: (point) => canMatch(inner, point),
    };
  },
};
