/**
 * `POST /_plugins/_asynchronous_search`: a search that continues when its caller stops waiting.
 * OpenSearch's form.
 */
import { jsonReply, stringParam } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import {
  OPENSEARCH_LIFE,
  readSubmission,
  refuseLongLife,
  SUBMISSION,
  SUBMIT_PARAMS,
} from './async_terms.js';
import { opensearchState } from './state_json.js';

export const asynchronous_search_submit = defineEndpoint({
  ...SUBMISSION,
  id: 'asynchronous_search.search',
  routes: [
    'POST /_plugins/_asynchronous_search',
    'POST /{index}/_plugins/_asynchronous_search',
    'POST /_opendistro/_asynchronous_search',
    'POST /{index}/_opendistro/_asynchronous_search',
  ],
  params: { ...SUBMIT_PARAMS, index: stringParam },
  parse: (request) =>
    readSubmission(request.pathParams.index ?? request.params.index, request, OPENSEARCH_LIFE),
  handle: async ({ call, terms }, actors, context) => {
    refuseLongLife(terms.keepAliveMs, actors);
    return jsonReply(opensearchState(await actors.asyncSearches.submit(call, terms, context)));
  },
});
