/** `GET /{index}/_source/{id}`: only the source of a document. */
import { ApiError } from '@skein/errors';
import { chunksReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { READ_PARAMS, sourceRequest } from './read_params.js';

export const get_source = defineEndpoint({
  id: 'get_source',
  shape: 'document',
  routes: ['GET /{index}/_source/{id}'],
  params: READ_PARAMS,
  body: 'none',
  privilege: 'indices:read',
  parse: ({ pathParams, params }) => sourceRequest(pathParams, params),
  handle: async (request, { documentRouter }, context) => {
    const { index, result } = await documentRouter.get(request, context);
    if (result.source !== undefined) return chunksReply([result.source]);
    const missing = result.found ? 'Source' : 'Document';
    throw new ApiError(
      'resource_not_found_exception',
      `${missing} not found [${index}]/[${result.id}]`,
    );
  },
});
