/** `POST /_msearch`: several searches in one request, a header line and a body line each. */
import { ApiError } from '@skein/errors';
import { chunksReply, integerParam } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { readMultiSearch } from './msearch_lines.js';
import { EXECUTION_PARAMS, shardConcurrency } from './search_params.js';

export const msearch = defineEndpoint({
  id: 'msearch',
  shape: 'search',
  routes: ['GET /_msearch', 'POST /_msearch', 'GET /{index}/_msearch', 'POST /{index}/_msearch'],
  params: { ...EXECUTION_PARAMS, max_concurrent_searches: integerParam },
  body: 'ndjson',
  sourceParam: true,
  privilege: 'indices:read',
  parse: ({ pathParams, params, body }) => {
    if (!body.present) {
      throw new ApiError('parse_exception', 'request body or source parameter is required');
    }
    const maxConcurrent = params.max_concurrent_searches;
    if (maxConcurrent !== undefined && maxConcurrent < 1) {
      throw new ApiError(
        'illegal_argument_exception',
        'maxConcurrentSearchRequests must be positive',
      );
    }
    const calls = readMultiSearch(body.bytes, {
      index: pathParams.index,
      searchType: params.search_type,
      restTotalHitsAsInt: params.rest_total_hits_as_int,
      ...shardConcurrency(params),
    });
    if (calls.length === 0) {
      throw new ApiError(
        'action_request_validation_exception',
        'Validation Failed: 1: no requests added;',
      );
    }
    return { calls, maxConcurrent };
  },
  handle: async ({ calls, maxConcurrent }, { searchCoordinator }, context) => {
    const { identity, signal, nowMs, itemFailed } = context;
    const options = { identity, signal, nowMs, itemFailed, maxConcurrent };
    const { status, chunks } = await searchCoordinator.multiSearch(calls, options);
    return chunksReply(chunks, status);
  },
});
