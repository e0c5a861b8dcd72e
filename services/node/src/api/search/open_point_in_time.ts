/** `POST /{index}/_pit`: opens a point in time, in Elasticsearch's form. */
import { booleanParam, jsonReply, orDefault, timeParam } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { nothingNamed } from './context_body.js';
import { indexExpression, TARGET_PARAMS } from './search_params.js';

export const open_point_in_time = defineEndpoint({
  id: 'open_point_in_time',
  shape: 'search',
  routes: ['POST /{index}/_pit'],
  params: {
    ...TARGET_PARAMS,
    keep_alive: timeParam,
    allow_partial_search_results: orDefault(booleanParam, false),
  },
  body: 'none',
  privilege: 'indices:read',
  parse: ({ pathParams, params }) => {
    if (params.keep_alive === undefined) throw nothingNamed('[keep_alive] is not specified');
    return {
      target: indexExpression(pathParams.index, params),
      routing: params.routing ?? [],
      preference: params.preference,
      keepAliveMs: params.keep_alive,
      allowPartial: params.allow_partial_search_results,
    };
  },
  handle: async (call, { searchCoordinator }, context) => {
    const { id, shards } = await searchCoordinator.openPointInTime(call, context);
    return jsonReply({ id, _shards: shards });
  },
});
