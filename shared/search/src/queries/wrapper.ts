/** `wrapper`: a query as Base64 of its JSON. */

import { parseJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { base64Decode } from '@skein/mapping';
import { bindQuery } from './bind_query.js';
import { canMatch } from './can_match.js';
import { isScalar, textOf, tokenName } from './options.js';
import type { QueryNode } from './query_node.js';
import { parsingError } from './query_parse_context.js';
import { LIGHT, type QueryType } from './query_type.js';

export const wrapper: QueryType<Params> = {
  name: 'wrapper',
  parse(body, context) {
    const [[key, json = null] = [], ...more] = Object.entries(body);
    if (key === undefined) throw parsingError(context, '[wrapper] query malformed', body);
    if (key !== 'query') {
      const reason = `[wrapper] query malformed, expected \`query\` but was ${key}`;
      throw parsingError(context, reason, body);
    }
    if (!isScalar(json)) {
      const reason = `Current token (${tokenName(json)}) not VALUE_STRING or VALUE_EMBEDDED_OBJECT, can not access as binary`;
      throw new ApiError('json_parse_exception', reason);
    }
    if (more.length > 0) {
      const reason = '[wrapper] malformed query, expected [END_OBJECT] but found [FIELD_NAME]';
      throw parsingError(context, reason, body);
    }
    const bytes = base64Decode(textOf(json));
    if (!bytes) throw parsingError(context, '[wrapper] query is not Base64', body);
    const inner = context.parse(parseJson(bytes));
    return { boost: 1, name: undefined, params: { inner } };
  },
  children: ({ inner }) => [inner],
  withChildren: (params, [inner = params.inner]) => ({ inner }),
  needs: () => LIGHT,
  bind: ({ inner }, shard) => bindQuery(inner, shard),
  canMatch: ({ inner }, point) => canMatch(inner, point),
};

interface Params {
  readonly inner: QueryNode;
}
