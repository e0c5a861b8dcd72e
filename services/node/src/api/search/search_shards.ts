/** `GET /{index}/_search_shards`: the shards that a search would use. */
import { checkBlocks } from '@skein/cluster';
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { jsonReply } from '@skein/http';
import { LOCAL_PARAM } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, TARGET_PARAMS } from './search_params.js';

export const search_shards = defineEndpoint({
  id: 'search_shards',
  shape: 'search',
  routes: [
    'GET /_search_shards',
    'POST /_search_shards',
    'GET /{index}/_search_shards',
    'POST /{index}/_search_shards',
  ],
  params: { ...TARGET_PARAMS, ...LOCAL_PARAM },
  body: 'json',
  privilege: 'indices:read',
  parse: ({ pathParams, params, body }) => ({
    // As in OpenSearch, indices that do not exist are left out unless the request says otherwise.
    target: {
      ...indexExpression(pathParams.index, params),
      ignoreUnavailable: params.ignore_unavailable ?? true,
    },
    routing: params.routing,
    preference: params.preference,
    slice: readSlice(body.object()),
  }),
  handle: (call, { searchCoordinator, masterService }, context) => {
    const shown = searchCoordinator.searchShards(call, context);
    const names = Object.keys(shown.indices);
    checkBlocks(masterService.state(), names, { level: 'metadata_read' });
    return jsonReply(shown);
  },
});

function readSlice(body: JsonObject | undefined): { id: number; max: number } | undefined {
  for (const key of Object.keys(body ?? {})) {
    if (key !== 'slice') {
      throw new ApiError('parsing_exception', `request does not support [${key}]`);
    }
  }
  const slice = body?.slice;
  if (slice === undefined) return undefined;
  if (!isJsonObject(slice)) throw new ApiError('parsing_exception', '[slice] must be an object');
  const unknown = Object.keys(slice).find((key) => key !== 'id' && key !== 'max');
  if (unknown !== undefined) {
    throw new ApiError('parsing_exception', `[slice] unknown field [${unknown}]`);
  }
  const [id, max] = [wholeNumber('id', slice.id), wholeNumber('max', slice.max)];
  if (max <= 1) throw new ApiError('illegal_argument_exception', 'max must be greater than 1');
  if (id >= max) throw new ApiError('illegal_argument_exception', 'max must be greater than id');
  return { id, max };
}

function wholeNumber(name: string, value: JsonValue | undefined): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new ApiError('illegal_argument_exception', `${name} must be greater than or equal to 0`);
}
