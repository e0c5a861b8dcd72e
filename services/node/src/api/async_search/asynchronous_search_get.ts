/** `GET /_plugins/_asynchronous_search/{id}`: the current state of an asynchronous search. */
import { jsonReply, timeParam } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { lookOf, OPENSEARCH_LIFE, refuseLongLife, WAIT_PARAM } from './async_terms.js';
import { opensearchState } from './state_json.js';

export const asynchronous_search_get = defineEndpoint({
  id: 'asynchronous_search.get',
  shape: 'search',
  routes: ['GET /_plugins/_asynchronous_search/{id}', 'GET /_opendistro/_asynchronous_search/{id}'],
  params: { ...WAIT_PARAM, keep_alive: timeParam },
  body: 'none',
  privilege: 'indices:read',
  parse: ({ pathParams, params }) => ({
    id: pathParams.id ?? '',
    look: lookOf(params, OPENSEARCH_LIFE),
  }),
  handle: async ({ id, look }, actors, context) => {
    refuseLongLife(look.keepAliveMs, actors);
    return jsonReply(opensearchState(await actors.asyncSearches.get(id, look, context)));
  },
});
