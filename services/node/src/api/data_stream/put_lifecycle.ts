/** `PUT /_data_stream/{name}/_lifecycle` */
import { acknowledged, splitList } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { MANAGES } from '../indices/index_targets.js';
import { locatedBody } from '../search/search_body.js';
import { readLifecycle } from './lifecycle_json.js';
import { namedStreams, requireStreams } from './named_streams.js';

export const put_data_lifecycle = defineEndpoint({
  id: 'indices.put_data_lifecycle',
  shape: 'master',
  routes: ['PUT /_data_stream/{name}/_lifecycle'],
  params: MASTER_PARAMS,
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ pathParams, params, body }) => {
    const { json, locate } = locatedBody(body);
    return {
      names: splitList(pathParams.name ?? ''),
      lifecycle: readLifecycle(json ?? {}, locate),
      options: submitOptions(params),
    };
  },
  handle: async ({ names, lifecycle, options }, actors, { identity }) => {
    const found = requireStreams(namedStreams(names, actors, identity, MANAGES));
    const request = { streams: found.map(({ name }) => name), lifecycle };
    const outcome = await actors.masterService.submit('set_stream_lifecycle', request, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
