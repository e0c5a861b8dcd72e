/**
 * `template`: a query with placeholders that a search pipeline fills (`"${name}"`). Placeholders
 * that no pipeline fills remain. https://docs.opensearch.org/2.19/query-dsl/specialized/template/
 */
import { utf8Decode } from '@skein/bytes';
import { encodeJson, type JsonObject } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import { bindQuery } from './bind_query.js';
import { canMatch } from './can_match.js';
import type { QueryNode } from './query_node.js';
import type { QueryParseContext } from './query_parse_context.js';
import { LIGHT, type QueryType } from './query_type.js';

export const template: QueryType<Params> = {
  name: 'template',
  parse: (body, context) => ({
    boost: 1,
    name: undefined,
    params: { inner: innerQuery(body, context) },
  }),
  children: ({ inner }) => [inner],
  withChildren: (params, [inner = params.inner]) => ({ inner }),
  needs: () => LIGHT,
  bind: ({ inner }, shard) => bindQuery(inner, shard),
  canMatch: ({ inner }, point) => canMatch(inner, point),
};

interface Params {
  readonly inner: QueryNode;
}

function innerQuery(body: JsonObject, context: QueryParseContext): QueryNode {
  if (Object.keys(body).length === 0) {
    const reason = 'Template string cannot be empty. A valid template must be provided.';
    throw new ApiError('illegal_argument_exception', reason);
  }
  try {
    return context.parse(body);
  } catch (thrown) {
    throw new ApiError(
      'illegal_argument_exception',
      `Failed to rewrite template query: ${utf8Decode(encodeJson(body))}`,
      { cause: asApiError(thrown) },
    );
  }
}
