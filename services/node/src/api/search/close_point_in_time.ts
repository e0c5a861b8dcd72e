/** `DELETE /_pit`: ends a point in time, in Elasticsearch's form. */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { nothingNamed, readContextBody } from './context_body.js';

export const close_point_in_time = defineEndpoint({
  id: 'close_point_in_time',
  shape: 'search',
  routes: ['DELETE /_pit'],
  params: {},
  body: 'json',
  privilege: 'indices:read',
  parse: ({ body }) => {
    let id: string | undefined;
    readContextBody(body.object(), {
      id: (json) => {
        if (typeof json === 'string') id = json;
        return typeof json === 'string';
      },
    });
    if (id === undefined) throw nothingNamed('[id] is not specified');
    return id;
  },
  handle: async (id, { searchCoordinator }, context) => {
    const closed = await searchCoordinator.closePointsInTime([id], context);
    const freed = closed.filter(({ wasOpen }) => wasOpen).length;
    return jsonReply({ succeeded: true, num_freed: freed }, freed > 0 ? 200 : 404);
  },
});
