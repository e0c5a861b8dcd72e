/** `GET /{index}/_termvectors/{id}`: the terms of a document's fields. */
import { jsonReply } from '@skein/http';
import { parseTermVectors } from '@skein/search';
import { defineEndpoint } from '../endpoint.js';
import { withType } from '../mapping_types/typed_request.js';
import { TERM_VECTORS_PARAMS, termVectorsDefaults } from './term_vectors_params.js';

export const termvectors = defineEndpoint({
  id: 'termvectors',
  shape: 'search',
  routes: [
    'GET /{index}/_termvectors/{id}',
    'POST /{index}/_termvectors/{id}',
    'GET /{index}/_termvectors',
    'POST /{index}/_termvectors',
  ],
  params: TERM_VECTORS_PARAMS,
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  parse: ({ pathParams, params, body }) => ({
    request: parseTermVectors(body.object(), {
      ...termVectorsDefaults(params),
      index: pathParams.index,
      id: pathParams.id,
    }),
    choice: { realtime: params.realtime ?? true, preference: params.preference },
  }),
  handle: async ({ request, choice }, { searchCoordinator }, context) =>
    jsonReply(
      withType(await searchCoordinator.termVectors(request, choice, context), context.typed),
    ),
});
