/** `DELETE /_search/point_in_time`: ends points in time. */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { nothingNamed } from './context_body.js';
import { closedPits, readPitIds } from './pit_json.js';

export const delete_pit = defineEndpoint({
  id: 'delete_pit',
  shape: 'search',
  routes: ['DELETE /_search/point_in_time'],
  params: {},
  body: 'json',
  privilege: 'indices:read',
  parse: ({ body }) => {
    const ids = readPitIds(body);
    if (ids.length === 0) throw nothingNamed('no pit ids specified');
    return ids;
  },
  handle: async (ids, { searchCoordinator }, context) =>
    jsonReply(closedPits(await searchCoordinator.closePointsInTime(ids, context))),
});
