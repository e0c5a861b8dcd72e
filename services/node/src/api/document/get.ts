/** `GET /{index}/_doc/{id}`: a document by its id, real-time. */
import { chunksReply, type Reply } from '@skein/http';
import type { LocatedGet } from '../../document_router/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { documentChunks, GET_PARAMS, getRequest } from './read_params.js';

export const get = defineEndpoint({
  id: 'get',
  shape: 'document',
  routes: ['GET /{index}/_doc/{id}'],
  params: GET_PARAMS,
  body: 'none',
  privilege: 'indices:read',
  parse: ({ pathParams, params }) => getRequest(pathParams, params, params.stored_fields),
  handle: (request, { documentRouter }, context) => {
    const found = documentRouter.get(request, context);
    return found instanceof Promise ? found.then(answerOf) : answerOf(found);
  },
});

function answerOf({ index, result }: LocatedGet): Reply {
  return chunksReply(documentChunks(index, result), result.found ? 200 : 404);
}
