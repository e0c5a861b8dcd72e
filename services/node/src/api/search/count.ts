/** `GET /{index}/_count`, `POST /{index}/_count`: the number of matching documents. */
import { integerParam, jsonReply } from '@skein/http';
import { parseCountBody, terminateAfterOf, urlQuery, urlQueryJson } from '@skein/search';
import { defineEndpoint } from '../endpoint.js';
import { bodyQuery, locatedBody } from './search_body.js';
import {
  BESIDE_QUERY_STRING,
  indexExpression,
  MIN_SCORE_PARAM,
  QUERY_STRING_NAMES,
  QUERY_STRING_PARAMS,
  queryStringParams,
  TARGET_PARAMS,
} from './search_params.js';

export const count = defineEndpoint({
  id: 'count',
  shape: 'search',
  routes: ['GET /_count', 'POST /_count', 'GET /{index}/_count', 'POST /{index}/_count'],
  params: {
    ...TARGET_PARAMS,
    ...QUERY_STRING_PARAMS,
    terminate_after: integerParam,
    ...MIN_SCORE_PARAM,
  },
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  paramsBeside: BESIDE_QUERY_STRING,
  paramsWithoutBody: QUERY_STRING_NAMES,
  checkBody: bodyQuery,
  parse: ({ pathParams, params, body }) => {
    const { json, locate } = locatedBody(body);
    const fromBody = parseCountBody(json, { locate });
    const url = queryStringParams(params);
    const urlJson = urlQueryJson(url);
    return {
      target: indexExpression(pathParams.index, params),
      query: urlQuery(url) ?? fromBody,
      given: urlJson ? { query: urlJson } : json,
      routing: params.routing,
      preference: params.preference,
      terminateAfter: terminateAfterOf(params.terminate_after ?? 0),
      minScore: params.min_score,
    };
  },
  task: {
    action: 'indices:data/read/search',
    describe: ({ target }) => `indices[${target.indices.join(',')}]`,
  },
  handle: async (call, { searchCoordinator }, context) =>
    jsonReply(await searchCoordinator.count(call, context)),
});
