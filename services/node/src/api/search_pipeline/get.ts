/** `GET /_search/pipeline`, `GET /_search/pipeline/{id}`: none can be stored yet; as OpenSearch, not to find any is 404. */
import { jsonReply } from '@skein/http';
import { MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const get = defineEndpoint({
  id: 'search_pipeline.get',
  shape: 'local',
  routes: ['GET /_search/pipeline', 'GET /_search/pipeline/{id}'],
  params: MASTER_TIMEOUT_PARAMS,
  body: 'none',
  privilege: 'cluster:monitor',
  parse: () => ({}),
  handle: () => jsonReply({}, 404),
});
