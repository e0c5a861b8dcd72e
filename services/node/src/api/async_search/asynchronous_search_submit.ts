/**
 * `POST /_plugins/_asynchronous_search`: a search that continues when its caller stops waiting.
 * OpenSearch's form.
 */
import { jsonReply, stringParam } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { searchCallOf } from '../search/search.js';
import { BESIDE_QUERY_STRING } from '../search/search_params.js';
import {
  checkSearchBody,
  keepAliveOf,
  keptCall,
  OPENSEARCH_LIFE,
  refuseLongLife,
  SUBMIT_PARAMS,
} from './async_terms.js';
import { opensearchState } from './state_json.js';

export const asynchronous_search_submit = defineEndpoint({
  id: 'asynchronous_search.search',
  shape: 'search',
  routes: [
    'POST /_plugins/_asynchronous_search',
    'POST /{index}/_plugins/_asynchronous_search',
    'POST /_opendistro/_asynchronous_search',
    'POST /{index}/_opendistro/_asynchronous_search',
  ],
  params: { ...SUBMIT_PARAMS, index: stringParam },
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  paramsBeside: BESIDE_QUERY_STRING,
  checkBody: checkSearchBody,
  parse: ({ pathParams, params, body }) => ({
    call: keptCall(
      searchCallOf(pathParams.index ?? params.index, { ...params, scroll: undefined }, body),
    ),
    terms: {
      waitMs: params.wait_for_completion_timeout,
      keepOnCompletion: params.keep_on_completion,
      keepAliveMs: keepAliveOf(params.keep_alive, OPENSEARCH_LIFE),
    },
  }),
  handle: async ({ call, terms }, actors, context) => {
    refuseLongLife(terms.keepAliveMs, actors);
    return jsonReply(opensearchState(await actors.asyncSearches.submit(call, terms, context)));
  },
});
