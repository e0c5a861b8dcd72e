/** `wrapper`: a query as Base64 of its JSON. */
import { parseJson } from '@skein/content';
import { base64Decode } from '@skein/mapping';
import { bindQuery } from './bind_query.js';
import { canMatch } from './can_match.js';
import { textOf } from './options.js';
import type { QueryType } from './query_node.js';
import { parsingError } from './query_parse_context.js';

export const wrapper: QueryType = {
  name: 'wrapper',
  parse(body, context) {
    const [[key, json = null] = [], ...more] = Object.entries(body);
    if (key === undefined) {
      throw parsingError(context, '[wrapper] query malformed, expected `query` but was null', body);
    }
    if (key !== 'query' || more.length > 0) {
      const named = key === 'query' ? more[0]?.[0] : key;
      const reason = `[wrapper] query malformed, expected \`query\` but was ${named}`;
      throw parsingError(context, reason, body);
    }
    const bytes = base64Decode(textOf(json));
    if (!bytes) throw parsingError(context, '[wrapper] query is not Base64', body);
    const inner = context.parse(parseJson(bytes));
    return {
      boost: 1,
      queryName: undefined,
      toQuery: (shard) => bindQuery(inner, shard),
      canMatch: (point) => canMatch(inner, point),
    };
  },
};
