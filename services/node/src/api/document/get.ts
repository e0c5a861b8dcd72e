/** `GET /{index}/_doc/{id}`: a document by its id, real-time. */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { documentAnswer, GET_PARAMS, getRequest } from './read_params.js';

export const get = defineEndpoint({
  id: 'get',
  shape: 'document',
  routes: ['GET /{index}/_doc/{id}'],
  params: GET_PARAMS,
  body: 'none',
  privilege: 'indices:read',
  parse: ({ pathParams, params }) => getRequest(pathParams, params, params.stored_fields),
  handle: async (request, { documentRouter }, context) => {
    const { index, result } = await documentRouter.get(request, context);
    return jsonReply(documentAnswer(index, result), result.found ? 200 : 404);
  },
});
