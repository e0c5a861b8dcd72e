/** `GET|POST /_mget`, `/{index}/_mget`: many documents by their ids. */
import type { JsonObject } from '@skein/content';
import { errorResponse, fromPlainError } from '@skein/errors';
import { jsonReply, listParam } from '@skein/http';
import type { RoutedGetResult } from '../../document_router/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { parseMultiGet } from './mget_body.js';
import { documentAnswer, REALTIME_PARAMS } from './read_params.js';
import { SOURCE_PARAMS, sourceFilter } from './write_params.js';

export const mget = defineEndpoint({
  id: 'mget',
  shape: 'document',
  routes: ['GET /_mget', 'POST /_mget', 'GET /{index}/_mget', 'POST /{index}/_mget'],
  params: { ...REALTIME_PARAMS, ...SOURCE_PARAMS, stored_fields: listParam },
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  parseInPieces: ({ pathParams, params, body }) =>
    parseMultiGet(body.requiredObject(), {
      index: pathParams.index,
      routing: params.routing,
      realtime: params.realtime,
      preference: params.preference,
      refresh: params.refresh,
      source: sourceFilter(params),
      storedFields: params.stored_fields,
    }),
  handle: async (gets, { documentRouter }, context) => {
    const results = await documentRouter.multiGet(gets, context);
    results.forEach((result, i) => {
      if ('error' in result) context.itemFailed(i, result.error);
    });
    return jsonReply({ docs: results.map(docAnswer) });
  },
});

function docAnswer(result: RoutedGetResult): JsonObject {
  if (!('error' in result)) return documentAnswer(result.index, result.result);
  const { error } = errorResponse(fromPlainError(result.error));
  return { _index: result.index, _id: result.id, error: error as JsonObject };
}
