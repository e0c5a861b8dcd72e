/** `GET /_async_search/status/{id}`: the state without the hits. */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { elasticsearchStatus } from './state_json.js';

const AS_IT_IS = { waitMs: 0, keepAliveMs: undefined };

export const async_search_status = defineEndpoint({
  id: 'async_search.status',
  shape: 'search',
  routes: ['GET /_async_search/status/{id}'],
  params: {},
  body: 'none',
  privilege: 'indices:read',
  parse: ({ pathParams }) => pathParams.id ?? '',
  handle: async (id, { asyncSearches }, context) =>
    jsonReply(elasticsearchStatus(await asyncSearches.get(id, AS_IT_IS, context))),
});
