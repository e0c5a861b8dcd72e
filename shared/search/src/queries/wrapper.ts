/** `wrapper`: a query as the Base64 encoding of its JSON. */

import { type JsonValue, parseJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { bindQuery } from './bind_query.js';
import { canMatch } from './can_match.js';
import { embeddedBytes } from './embedded_bytes.js';
import { jsonToken } from './options.js';
import type { QueryNode } from './query_node.js';
import { parsingError } from './query_parse_context.js';
import { LIGHT, type QueryType } from './query_type.js';

export const wrapper: QueryType<Params> = {
  name: 'wrapper',
  isReadLast: true,
  parse(body, context) {
    const [[key, json = null] = [], ...more] = Object.entries(body);
    if (key === undefined) throw parsingError(context, '[wrapper] query malformed', body);
    if (key !== 'query') {
      const reason = `[wrapper] query malformed, expected \`query\` but was ${key}`;
      throw parsingError(context, reason, body);
    }
    if (typeof json !== 'string') {
      const reason = `Current token (${jsonToken(json)}) not VALUE_STRING or VALUE_EMBEDDED_OBJECT, can not access as binary`;
      throw new ApiError('json_parse_exception', reason);
    }
    if (more.length > 0) {
      const reason = '[wrapper] malformed query, expected [END_OBJECT] but found [FIELD_NAME]';
      throw parsingError(context, reason, body);
    }
    const inner = context.parse(innerJson(embeddedBytes(json)));
    return { boost: 1, name: undefined, params: { inner } };
  },
  children: ({ inner }) => [inner],
  withChildren: (params, [inner = params.inner]) => ({ inner }),
  needs: () => LIGHT,
  bind: ({ inner }, shard) => bindQuery(inner, shard),
  canMatch: ({ inner }, point) => canMatch(inner, point),
};

const BRACE = 0x7b;

/** OpenSearch detects the format by the first character. */
function innerJson(bytes: Uint8Array): JsonValue {
  if (bytes.length === 0) {
    const reason = 'query source text cannot be null or empty';
    throw new ApiError('illegal_argument_exception', reason);
  }
  if (bytes.find((byte) => byte > 0x20) === BRACE) return parseJson(bytes);
  throw new ApiError('x_content_parse_exception', 'Failed to derive xcontent');
}

interface Params {
  readonly inner: QueryNode;
}
