/**
 * `POST /{index}/_async_search`: a search that continues when its caller stops waiting.
 * Elasticsearch's form.
 */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { ELASTICSEARCH_LIFE, readSubmission, SUBMISSION, SUBMIT_PARAMS } from './async_terms.js';
import { elasticsearchState } from './state_json.js';

export const async_search_submit = defineEndpoint({
  ...SUBMISSION,
  id: 'async_search.submit',
  routes: ['POST /_async_search', 'POST /{index}/_async_search'],
  params: SUBMIT_PARAMS,
  parse: (request) => readSubmission(request.pathParams.index, request, ELASTICSEARCH_LIFE),
  handle: async ({ call, terms }, { asyncSearches }, context) => {
    const { status, body } = elasticsearchState(await asyncSearches.submit(call, terms, context));
    return jsonReply(body, status);
  },
});
