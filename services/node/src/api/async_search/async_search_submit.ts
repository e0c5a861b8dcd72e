/**
 * `POST /{index}/_async_search`: a search that continues when its caller stops waiting.
 * Elasticsearch's form.
 */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { searchCallOf } from '../search/search.js';
import { BESIDE_QUERY_STRING } from '../search/search_params.js';
import {
  checkSearchBody,
  ELASTICSEARCH_LIFE,
  keepAliveOf,
  keptCall,
  SUBMIT_PARAMS,
} from './async_terms.js';
import { elasticsearchState } from './state_json.js';

export const async_search_submit = defineEndpoint({
  id: 'async_search.submit',
  shape: 'search',
  routes: ['POST /_async_search', 'POST /{index}/_async_search'],
  params: SUBMIT_PARAMS,
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  paramsBeside: BESIDE_QUERY_STRING,
  checkBody: checkSearchBody,
  parse: ({ pathParams, params, body }) => ({
    call: keptCall(searchCallOf(pathParams.index, { ...params, scroll: undefined }, body)),
    terms: {
      waitMs: params.wait_for_completion_timeout,
      keepOnCompletion: params.keep_on_completion,
      keepAliveMs: keepAliveOf(params.keep_alive, ELASTICSEARCH_LIFE),
    },
  }),
  handle: async ({ call, terms }, { asyncSearches }, context) => {
    const { status, body } = elasticsearchState(await asyncSearches.submit(call, terms, context));
    return jsonReply(body, status);
  },
});
