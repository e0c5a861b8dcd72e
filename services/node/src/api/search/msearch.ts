/** `POST /_msearch`: several searches in one request, a header line and a body line each. */
import { chunksReply, stringParam, timeParam } from '@skein/http';
import { expressionFlag, INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { readMultiSearch } from './msearch_lines.js';
import { MSEARCH_PARAMS } from './msearch_params.js';
import { requireBody } from './search_body.js';
import { shardConcurrency } from './search_params.js';

export const msearch = defineEndpoint({
  id: 'msearch',
  shape: 'search',
  routes: ['GET /_msearch', 'POST /_msearch', 'GET /{index}/_msearch', 'POST /{index}/_msearch'],
  /** Defaults for the header lines. */
  params: {
    ...MSEARCH_PARAMS,
    ...INDEX_EXPRESSION_PARAMS,
    ignore_throttled: expressionFlag,
    routing: stringParam,
    cancel_after_time_interval: timeParam,
  },
  body: 'ndjson',
  sourceParam: true,
  privilege: 'indices:read',
  *parseInPieces({ pathParams, params, body, typed }) {
    requireBody(body);
    const calls = yield* readMultiSearch(body.bytes, {
      index: pathParams.index,
      ignoreUnavailable: params.ignore_unavailable,
      allowNoIndices: params.allow_no_indices,
      expandWildcards: params.expand_wildcards,
      ignoreThrottled: params.ignore_throttled,
      routing: params.routing,
      searchType: params.search_type,
      restTotalHitsAsInt: params.rest_total_hits_as_int,
      typedKeys: params.typed_keys,
      cancelAfterMs: params.cancel_after_time_interval,
      takesTypes: typed !== undefined,
      ...shardConcurrency(params),
    });
    return { calls, maxConcurrent: params.max_concurrent_searches };
  },
  task: {
    action: 'indices:data/read/msearch',
    describe: ({ calls }) => `requests[${calls.length}]`,
  },
  handle: async ({ calls, maxConcurrent }, { searchCoordinator }, context) => {
    const { identity, signal, nowMs, itemFailed, typed } = context;
    const options = { identity, signal, nowMs, itemFailed, typed, maxConcurrent };
    const { status, chunks } = await searchCoordinator.multiSearch(calls, options);
    return chunksReply(chunks, status);
  },
});
