/** `GET /{index}/_field_caps`: the capabilities of fields in several indices. */
import { isJsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { booleanParam, jsonReply, listParam, orDefault } from '@skein/http';
import { parseIndexFilterBody } from '@skein/search';
import { INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { locatedBody } from './search_body.js';
import { indexExpression } from './search_params.js';

export const field_caps = defineEndpoint({
  id: 'field_caps',
  shape: 'search',
  routes: [
    'GET /_field_caps',
    'POST /_field_caps',
    'GET /{index}/_field_caps',
    'POST /{index}/_field_caps',
  ],
  params: {
    ...INDEX_EXPRESSION_PARAMS,
    fields: listParam,
    include_unmapped: orDefault(booleanParam, false),
  },
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  parse: ({ pathParams, params, body }) => {
    const fields = params.fields ?? [];
    if (fields.length === 0) {
      throw new ApiError('illegal_argument_exception', "specified fields can't be null or empty");
    }
    const { json, locate } = locatedBody(body);
    const { runtime_mappings: runtime, ...rest } = json ?? {};
    if (runtime !== undefined && !isJsonObject(runtime)) {
      throw new ApiError('parsing_exception', '[runtime_mappings] must be an object');
    }
    const indexFilter = parseIndexFilterBody(rest, { locate });
    return {
      target: indexExpression(pathParams.index, params),
      fields,
      includeUnmapped: params.include_unmapped,
      indexFilter,
      runtimeMappings: runtime,
    };
  },
  handle: async (call, { searchCoordinator }, context) =>
    jsonReply(await searchCoordinator.fieldCapabilities(call, context)),
});
