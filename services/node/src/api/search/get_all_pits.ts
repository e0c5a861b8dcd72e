/** `GET /_search/point_in_time/_all`: the points in time of the caller. */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';

export const get_all_pits = defineEndpoint({
  id: 'get_all_pits',
  shape: 'search',
  routes: ['GET /_search/point_in_time/_all'],
  params: {},
  body: 'none',
  privilege: 'indices:read',
  parse: () => ({}),
  handle: async (_request, { searchCoordinator }, context) => {
    const open = await searchCoordinator.listPointsInTime(context);
    const pits = open.map(({ id, createdMs, keepAliveMs }) => ({
      pit_id: id,
      creation_time: createdMs,
      keep_alive: keepAliveMs,
    }));
    return jsonReply({ pits });
  },
});
