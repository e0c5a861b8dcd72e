/** `GET /{index}/_search`, `POST /{index}/_search`. */
import { chunksReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import {
  indexExpression,
  SEARCH_PARAMS,
  searchType,
  searchUrlParams,
  shardConcurrency,
} from './search_params.js';

export const search = defineEndpoint({
  id: 'search',
  shape: 'search',
  routes: ['GET /_search', 'POST /_search', 'GET /{index}/_search', 'POST /{index}/_search'],
  params: SEARCH_PARAMS,
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  parse: ({ pathParams, params, body }) => ({
    target: indexExpression(pathParams.index, params),
    unread: {
      body: body.bytes,
      isYaml: body.format === 'yaml',
      url: searchUrlParams(params),
      totalHitsAsInt: params.rest_total_hits_as_int,
    },
    scroll:
      params.scroll === undefined
        ? undefined
        : { keepAliveMs: params.scroll, requestCache: params.request_cache === true },
    routing: params.routing ?? [],
    preference: params.preference,
    searchType: searchType(params.search_type),
    restTotalHitsAsInt: params.rest_total_hits_as_int,
    allowPartialSearchResults: params.allow_partial_search_results,
    ...shardConcurrency(params),
  }),
  handle: async (call, { searchCoordinator }, context) => {
    const { status, chunks } = await searchCoordinator.searchUnread(call, context);
    return chunksReply(chunks, status);
  },
});
