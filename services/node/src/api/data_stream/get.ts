/** `GET /_data_stream`, `GET /_data_stream/{name}` */
import {
  type ClusterState,
  chosenTemplate,
  type DataStream,
  indexHealth,
  requireIndex,
  worstStatus,
} from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { jsonReply, splitList } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { READS_METADATA } from '../indices/index_targets.js';
import { lifecycleJson } from './lifecycle_json.js';
import { namedStreams, requireStreams } from './named_streams.js';

export const get_data_stream = defineEndpoint({
  id: 'indices.get_data_stream',
  shape: 'local',
  routes: ['GET /_data_stream', 'GET /_data_stream/{name}'],
  params: {},
  body: 'none',
  privilege: { anyOf: READS_METADATA },
  parse: ({ pathParams }) => splitList(pathParams.name ?? '*'),
  handle: (names, actors, { identity }) => {
    const streams = requireStreams(namedStreams(names, actors, identity, READS_METADATA));
    const state = actors.masterService.state();
    return jsonReply({ data_streams: streams.map((stream) => describedStream(state, stream)) });
  },
});

function describedStream(state: ClusterState, stream: DataStream): JsonObject {
  const template = chosenTemplate(state, stream.name)?.name;
  const indices = stream.indices.map((name) => requireIndex(state, name));
  const status = worstStatus(indices.map((index) => indexHealth(state, index).status));
  return {
    ...streamJson(state, stream),
    status: status.toUpperCase(),
    ...(template === undefined ? {} : { template }),
    ...(stream.lifecycle === undefined ? {} : { lifecycle: lifecycleJson(stream.lifecycle) }),
    ...(stream.isHidden ? { hidden: true } : {}),
    ...(stream.allowsRouting ? { allow_custom_routing: true } : {}),
    ...(stream.rollsOverOnWrite ? { rollover_on_write: true } : {}),
  };
}

/** A data stream in the form of the cluster state API. */
export function streamJson(state: ClusterState, stream: DataStream): JsonObject {
  const { name, timestampField, indices, generation } = stream;
  return {
    name,
    timestamp_field: { name: timestampField },
    indices: indices.map((index) => ({
      index_name: index,
      index_uuid: requireIndex(state, index).uuid,
    })),
    generation,
  };
}
