/** `DELETE /_search/point_in_time/_all`: ends all points in time of the caller. */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { closedPits } from './pit_json.js';

export const delete_all_pits = defineEndpoint({
  id: 'delete_all_pits',
  shape: 'search',
  routes: ['DELETE /_search/point_in_time/_all'],
  params: {},
  body: 'none',
  privilege: 'indices:read',
  parse: () => ({}),
  handle: async (_request, { searchCoordinator }, context) =>
    jsonReply(closedPits(await searchCoordinator.closePointsInTime(undefined, context))),
});
