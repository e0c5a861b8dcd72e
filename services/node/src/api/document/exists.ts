/** `HEAD /{index}/_doc/{id}`: tells whether a document exists. */
import { emptyReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { GET_PARAMS, getRequest } from './read_params.js';

export const exists = defineEndpoint({
  id: 'exists',
  shape: 'document',
  routes: ['HEAD /{index}/_doc/{id}'],
  params: GET_PARAMS,
  body: 'none',
  privilege: 'indices:read',
  parse: ({ pathParams, params }) => getRequest(pathParams, params, params.stored_fields),
  handle: async (request, { documentRouter }, context) => {
    const { result } = await documentRouter.get(request, context);
    return emptyReply(result.found ? 200 : 404);
  },
});
