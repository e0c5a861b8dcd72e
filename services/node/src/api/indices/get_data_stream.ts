/** `GET /_data_stream`, `GET /_data_stream/{name}`: there are no data streams yet, so only patterns have an answer. */
import { indexNotFound } from '@skein/cluster';
import { jsonReply, splitList } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';

export const get_data_stream = defineEndpoint({
  id: 'indices.get_data_stream',
  shape: 'local',
  routes: ['GET /_data_stream', 'GET /_data_stream/{name}'],
  params: {},
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => splitList(pathParams.name ?? '*'),
  handle: (names) => {
    const missing = names.find((name) => name !== '_all' && !name.includes('*'));
    if (missing !== undefined) throw indexNotFound(missing);
    return jsonReply({ data_streams: [] });
  },
});
