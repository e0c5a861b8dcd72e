/** `GET /_ingest/pipeline`, `GET /_ingest/pipeline/{id}`: none can be stored yet; as OpenSearch, not to find any is 404. */
import { jsonReply } from '@skein/http';
import { MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const get_pipeline = defineEndpoint({
  id: 'ingest.get_pipeline',
  shape: 'local',
  routes: ['GET /_ingest/pipeline', 'GET /_ingest/pipeline/{id}'],
  params: MASTER_TIMEOUT_PARAMS,
  body: 'none',
  privilege: 'cluster:monitor',
  parse: () => ({}),
  handle: () => jsonReply({}, 404),
});
