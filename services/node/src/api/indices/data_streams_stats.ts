/** `GET /_data_stream/_stats`, `GET /_data_stream/{name}/_stats`: of no data streams, as there are none yet. */
import { indexNotFound } from '@skein/cluster';
import { jsonReply, splitList } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';

export const data_streams_stats = defineEndpoint({
  id: 'indices.data_streams_stats',
  shape: 'local',
  routes: ['GET /_data_stream/_stats', 'GET /_data_stream/{name}/_stats'],
  params: {},
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => splitList(pathParams.name ?? '*'),
  handle: (names) => {
    const missing = names.find((name) => name !== '_all' && !name.includes('*'));
    if (missing !== undefined) throw indexNotFound(missing);
    return jsonReply({
      _shards: { total: 0, successful: 0, failed: 0 },
      data_stream_count: 0,
      backing_indices: 0,
      total_store_size_bytes: 0,
      data_streams: [],
    });
  },
});
