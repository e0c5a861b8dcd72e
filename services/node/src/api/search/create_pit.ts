/** `POST /{index}/_search/point_in_time`: opens a point in time that can be searched by id. */
import { booleanParam, jsonReply, orDefault, timeParam } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { nothingNamed } from './context_body.js';
import { indexExpression, TARGET_PARAMS } from './search_params.js';

export const create_pit = defineEndpoint({
  id: 'create_pit',
  shape: 'search',
  routes: ['POST /{index}/_search/point_in_time'],
  params: {
    ...TARGET_PARAMS,
    keep_alive: timeParam,
    allow_partial_pit_creation: orDefault(booleanParam, true),
  },
  body: 'none',
  privilege: 'indices:read',
  parse: ({ pathParams, params }) => {
    if (params.keep_alive === undefined) throw nothingNamed('keep alive not specified');
    return {
      target: indexExpression(pathParams.index, params),
      routing: params.routing ?? [],
      preference: params.preference,
      keepAliveMs: params.keep_alive,
      allowPartial: params.allow_partial_pit_creation,
    };
  },
  handle: async (call, { searchCoordinator }, context) => {
    const { id, shards, createdMs } = await searchCoordinator.openPointInTime(call, context);
    return jsonReply({ pit_id: id, _shards: shards, creation_time: createdMs });
  },
});
