/** `GET /{index}/_validate/query`: validates a query without running it. */
import { ApiError } from '@skein/errors';
import { booleanParam, jsonReply, orDefault, type RequestBody } from '@skein/http';
import { parseCountBody, type QueryNode, type SearchUrlParams, urlQuery } from '@skein/search';
import { expressionFlag, INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { locatedBody } from './search_body.js';
import {
  BESIDE_QUERY_STRING,
  indexExpression,
  QUERY_STRING_NAMES,
  QUERY_STRING_PARAMS,
  queryStringParams,
} from './search_params.js';

export const validate_query = defineEndpoint({
  id: 'indices.validate_query',
  shape: 'search',
  routes: [
    'GET /_validate/query',
    'POST /_validate/query',
    'GET /{index}/_validate/query',
    'POST /{index}/_validate/query',
  ],
  params: {
    ...INDEX_EXPRESSION_PARAMS,
    ignore_throttled: expressionFlag,
    ...QUERY_STRING_PARAMS,
    explain: orDefault(booleanParam, false),
    rewrite: orDefault(booleanParam, false),
    all_shards: orDefault(booleanParam, false),
  },
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  paramsBeside: BESIDE_QUERY_STRING,
  paramsWithoutBody: QUERY_STRING_NAMES,
  parse: ({ pathParams, params, body }) => ({
    target: indexExpression(pathParams.index, params),
    query: readQuery(body, queryStringParams(params)),
    explain: params.explain,
    rewrite: params.rewrite,
    allShards: params.all_shards,
  }),
  handle: async (call, { searchCoordinator }, context) =>
    jsonReply(await searchCoordinator.validate(call, context)),
});

/** A malformed query is a normal response here, not an error. */
function readQuery(body: RequestBody, url: SearchUrlParams): QueryNode | ApiError | undefined {
  try {
    const { json, locate } = locatedBody(body);
    const fromBody = parseCountBody(json, { locate });
    const query = urlQuery(url) ?? fromBody;
    if (query !== undefined || json === undefined) return query;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 400) return thrown;
    throw thrown;
  }
  throw new ApiError(
    'action_request_validation_exception',
    'Validation Failed: 1: query cannot be null;',
  );
}
