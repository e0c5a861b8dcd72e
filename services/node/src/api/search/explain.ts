/** `GET /{index}/_explain/{id}`: explains why a document matches a query or does not. */
import { ApiError } from '@skein/errors';
import { jsonReply, listParam, stringParam } from '@skein/http';
import { parseUrlSource, urlQuery } from '@skein/search';
import { defineEndpoint } from '../endpoint.js';
import { withType } from '../mapping_types/typed_request.js';
import { bodyQuery } from './search_body.js';
import { BESIDE_QUERY_STRING, QUERY_STRING_PARAMS, queryStringParams } from './search_params.js';

export const explain = defineEndpoint({
  id: 'explain',
  shape: 'search',
  routes: ['GET /{index}/_explain/{id}', 'POST /{index}/_explain/{id}'],
  params: {
    ...QUERY_STRING_PARAMS,
    preference: stringParam,
    routing: stringParam,
    stored_fields: listParam,
    _source: listParam,
    _source_includes: listParam,
    _source_excludes: listParam,
  },
  body: 'json',
  sourceParam: true,
  privilege: 'indices:read',
  paramsBeside: BESIDE_QUERY_STRING,
  paramsWithoutBody: Object.keys(BESIDE_QUERY_STRING),
  checkBody: bodyQuery,
  parse: ({ pathParams, params, body }) => {
    const fromBody = bodyQuery(body);
    const query = body.present ? fromBody : urlQuery(queryStringParams(params));
    if (query === undefined) {
      throw new ApiError(
        'action_request_validation_exception',
        'Validation Failed: 1: query is missing;',
      );
    }
    const source = parseUrlSource({
      source: params._source,
      includes: params._source_includes,
      excludes: params._source_excludes,
    });
    const isShown = params.stored_fields !== undefined || source?.enabled === true;
    return {
      index: pathParams.index ?? '',
      preference: params.preference,
      id: pathParams.id ?? '',
      routing: params.routing,
      query,
      shown: isShown ? { source, storedFields: params.stored_fields } : undefined,
    };
  },
  handle: async (call, { searchCoordinator }, context) => {
    const { status, body } = await searchCoordinator.explain(call, context);
    return jsonReply(withType(body, context.typed), status);
  },
});
