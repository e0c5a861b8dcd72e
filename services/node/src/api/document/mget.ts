/** `GET|POST /_mget`, `/{index}/_mget`: many documents by their ids. */
import { encodeJson, JsonBuffer, PUNCTUATION } from '@skein/content';
import { errorResponse, fromPlainError } from '@skein/errors';
import { listParam, makingReply } from '@skein/http';
import type { RoutedGetResult } from '../../document_router/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { type TypedRequest, withType } from '../mapping_types/typed_request.js';
import { parseMultiGet } from './mget_body.js';
import { documentChunks, REALTIME_PARAMS } from './read_params.js';
import { SOURCE_PARAMS, sourceFilter } from './write_params.js';

export const mget = defineEndpoint({
  id: 'mget',
  shape: 'document',
  routes: ['GET /_mget', 'POST /_mget', 'GET /{index}/_mget', 'POST /{index}/_mget'],
  params: { ...REALTIME_PARAMS, ...SOURCE_PARAMS, stored_fields: listParam },
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  parseInPieces: ({ pathParams, params, body, typed }) =>
    parseMultiGet(body.requiredObject(), {
      index: pathParams.index,
      routing: params.routing,
      realtime: params.realtime,
      preference: params.preference,
      refresh: params.refresh,
      source: sourceFilter(params),
      storedFields: params.stored_fields,
      takesTypes: typed !== undefined,
    }),
  handle: async (gets, { documentRouter }, context) => {
    const results = await documentRouter.multiGet(gets, context);
    results.forEach((result, i) => {
      if ('error' in result) context.itemFailed(i, result.error);
    });
    return makingReply(answer(results, context.typed));
  },
});

/** Size of a chunk of the response, and documents between two pauses. */
const CHUNK_BYTES = 64 * 1024;
const PAUSE_INTERVAL = 20;

function* answer(
  results: readonly RoutedGetResult[],
  typed: TypedRequest | undefined,
): Generator<void, readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  const output = new JsonBuffer();
  output.text('{"docs":[');
  for (const [i, result] of results.entries()) {
    if (i > 0) output.character(PUNCTUATION.comma);
    for (const chunk of docChunks(result, typed)) output.raw(chunk);
    if (output.length > CHUNK_BYTES) chunks.push(output.finish());
    if (i % PAUSE_INTERVAL === 0) yield;
  }
  output.text(']}');
  chunks.push(output.finish());
  return chunks;
}

function docChunks(
  result: RoutedGetResult,
  typed: TypedRequest | undefined,
): readonly Uint8Array[] {
  if (!('error' in result)) return documentChunks(result.index, result.result, typed);
  const { error } = errorResponse(fromPlainError(result.error));
  const shown = { _index: result.index, _id: result.id, error };
  return [encodeJson(withType(shown, typed))];
}
