/** `GET /_async_search/{id}`: the current state of an asynchronous search. */
import { booleanParam, jsonReply, timeParam } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { ELASTICSEARCH_LIFE, lookOf, WAIT_PARAM } from './async_terms.js';
import { elasticsearchState } from './state_json.js';

export const async_search_get = defineEndpoint({
  id: 'async_search.get',
  shape: 'search',
  routes: ['GET /_async_search/{id}'],
  /** `typed_keys` takes effect only when the search is submitted. */
  params: { ...WAIT_PARAM, keep_alive: timeParam, typed_keys: booleanParam },
  body: 'none',
  privilege: 'indices:read',
  parse: ({ pathParams, params }) => ({
    id: pathParams.id ?? '',
    look: lookOf(params, ELASTICSEARCH_LIFE),
  }),
  handle: async ({ id, look }, { asyncSearches }, context) => {
    const { status, body } = elasticsearchState(await asyncSearches.get(id, look, context));
    return jsonReply(body, status);
  },
});
