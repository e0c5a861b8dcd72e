/** `POST /{index}/_pit`: opens a point in time, in Elasticsearch's form. */
import { booleanParam, jsonReply, orDefault } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { PIT_PARAMS, pitCall } from './pit_call.js';

export const open_point_in_time = defineEndpoint({
  id: 'open_point_in_time',
  shape: 'search',
  routes: ['POST /{index}/_pit'],
  params: {
    ...PIT_PARAMS,
    allow_partial_search_results: orDefault(booleanParam, false),
  },
  body: 'none',
  privilege: 'indices:read',
  parse: ({ pathParams, params }) =>
    pitCall(pathParams.index, params, {
      allowPartial: params.allow_partial_search_results,
      missing: '[keep_alive] is not specified',
    }),
  handle: async (call, { searchCoordinator }, context) => {
    const { id, shards } = await searchCoordinator.openPointInTime(call, context);
    return jsonReply({ id, _shards: shards });
  },
});
