/** `HEAD /{index}/_source/{id}`: tells whether a document exists and has a source. */
import { emptyReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { READ_PARAMS, sourceRequest } from './read_params.js';

export const exists_source = defineEndpoint({
  id: 'exists_source',
  shape: 'document',
  routes: ['HEAD /{index}/_source/{id}'],
  params: READ_PARAMS,
  body: 'none',
  privilege: 'indices:read',
  parse: ({ pathParams, params }) => sourceRequest(pathParams, params),
  handle: async (request, { documentRouter }, context) => {
    const { result } = await documentRouter.get(request, context);
    return emptyReply(result.source === undefined ? 404 : 200);
  },
});
