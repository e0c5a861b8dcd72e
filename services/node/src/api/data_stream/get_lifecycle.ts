/** `GET /_data_stream/{name}/_lifecycle` */
import { jsonReply, splitList } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { READS_METADATA } from '../indices/index_targets.js';
import { lifecycleJson } from './lifecycle_json.js';
import { namedStreams, requireStreams } from './named_streams.js';

export const get_data_lifecycle = defineEndpoint({
  id: 'indices.get_data_lifecycle',
  shape: 'local',
  routes: ['GET /_data_stream/{name}/_lifecycle'],
  params: {},
  body: 'none',
  privilege: { anyOf: READS_METADATA },
  parse: ({ pathParams }) => splitList(pathParams.name ?? ''),
  handle: (names, actors, { identity }) => {
    const streams = requireStreams(namedStreams(names, actors, identity, READS_METADATA));
    return jsonReply({
      data_streams: streams.map(({ name, lifecycle }) => ({
        name,
        ...(lifecycle === undefined ? {} : { lifecycle: lifecycleJson(lifecycle) }),
      })),
    });
  },
});
