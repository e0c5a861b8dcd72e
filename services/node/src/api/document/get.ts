/** `GET /{index}/_doc/{id}`: a document by its id, real-time. */
import { chunksReply, type Reply } from '@skein/http';
import type { LocatedGet } from '../../document_router/mod.js';
import { defineEndpoint } from '../endpoint.js';
import type { TypedRequest } from '../mapping_types/typed_request.js';
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
    const { typed } = context;
    if (!(found instanceof Promise)) return answerOf(found, typed);
    return found.then((located) => answerOf(located, typed));
  },
});

function answerOf({ index, result }: LocatedGet, typed: TypedRequest | undefined): Reply {
  return chunksReply(documentChunks(index, result, typed), result.found ? 200 : 404);
}
