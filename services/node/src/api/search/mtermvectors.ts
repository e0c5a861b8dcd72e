/** `POST /_mtermvectors`: the terms of many documents. */
import type { JsonObject } from '@skein/content';
import { asApiError, errorResponse, toPlainError } from '@skein/errors';
import { jsonReply, listParam } from '@skein/http';
import { parseMultiTermVectors, type TermVectorsRequest } from '@skein/search';
import { defineEndpoint } from '../endpoint.js';
import { withType } from '../mapping_types/typed_request.js';
import { TERM_VECTORS_PARAMS, termVectorsDefaults } from './term_vectors_params.js';

export const mtermvectors = defineEndpoint({
  id: 'mtermvectors',
  shape: 'search',
  routes: [
    'GET /_mtermvectors',
    'POST /_mtermvectors',
    'GET /{index}/_mtermvectors',
    'POST /{index}/_mtermvectors',
  ],
  params: { ...TERM_VECTORS_PARAMS, ids: listParam },
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  parse: ({ pathParams, params, body }) => ({
    requests: parseMultiTermVectors(
      body.object(),
      { ...termVectorsDefaults(params), index: pathParams.index },
      params.ids ?? [],
    ),
    choice: { realtime: params.realtime ?? true, preference: params.preference },
  }),
  handle: async ({ requests, choice }, { searchCoordinator }, context) => {
    const docs: JsonObject[] = [];
    for (const [i, request] of requests.entries()) {
      try {
        docs.push(await searchCoordinator.termVectors(request, choice, context));
      } catch (thrown) {
        context.itemFailed(i, toPlainError(asApiError(thrown)));
        docs.push(failed(request, thrown));
      }
    }
    return jsonReply({ docs: docs.map((doc) => withType(doc, context.typed)) });
  },
});

function failed({ index, id }: TermVectorsRequest, thrown: unknown): JsonObject {
  const { error } = errorResponse(asApiError(thrown));
  return {
    _index: index,
    ...(id === undefined ? {} : { _id: id }),
    error,
  };
}
