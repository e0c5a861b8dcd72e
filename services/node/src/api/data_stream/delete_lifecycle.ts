/** `DELETE /_data_stream/{name}/_lifecycle` */
import { acknowledged, splitList } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { MANAGES } from '../indices/index_targets.js';
import { namedStreams, requireStreams } from './named_streams.js';

export const delete_data_lifecycle = defineEndpoint({
  id: 'indices.delete_data_lifecycle',
  shape: 'master',
  routes: ['DELETE /_data_stream/{name}/_lifecycle'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'indices:manage',
  parse: ({ pathParams, params }) => ({
    names: splitList(pathParams.name ?? ''),
    options: submitOptions(params),
  }),
  handle: async ({ names, options }, actors, { identity }) => {
    const found = requireStreams(namedStreams(names, actors, identity, MANAGES));
    const request = { streams: found.map(({ name }) => name) };
    const outcome = await actors.masterService.submit('set_stream_lifecycle', request, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
