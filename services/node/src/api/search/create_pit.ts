/** `POST /{index}/_search/point_in_time`: opens a point in time that can be searched by id. */
import { booleanParam, jsonReply, orDefault } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { PIT_PARAMS, pitCall } from './pit_call.js';

export const create_pit = defineEndpoint({
  id: 'create_pit',
  shape: 'search',
  routes: ['POST /{index}/_search/point_in_time'],
  params: {
    ...PIT_PARAMS,
    allow_partial_pit_creation: orDefault(booleanParam, true),
  },
  body: 'none',
  privilege: 'indices:read',
  parse: ({ pathParams, params }) =>
    pitCall(pathParams.index, params, {
      allowPartial: params.allow_partial_pit_creation,
      missing: 'keep alive not specified',
    }),
  handle: async (call, { searchCoordinator }, context) => {
    const { id, shards, createdMs } = await searchCoordinator.openPointInTime(call, context);
    return jsonReply({ pit_id: id, _shards: shards, creation_time: createdMs });
  },
});
