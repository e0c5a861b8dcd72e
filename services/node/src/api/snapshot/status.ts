/** `GET /_snapshot/_status`, `GET /_snapshot/{repository}/_status`: snapshots under way; none can be taken yet. */
import { booleanParam, jsonReply } from '@skein/http';
import { MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const status = defineEndpoint({
  id: 'snapshot.status',
  shape: 'local',
  routes: ['GET /_snapshot/_status', 'GET /_snapshot/{repository}/_status'],
  params: { ...MASTER_TIMEOUT_PARAMS, ignore_unavailable: booleanParam },
  body: 'none',
  privilege: 'cluster:monitor',
  parse: () => ({}),
  handle: () => jsonReply({ snapshots: [] }),
});
