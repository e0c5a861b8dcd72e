/**
 * `GET /_remote/info`: remote clusters for cross-cluster search. There are none, because
 * `cluster.remote.*` settings do not exist.
 */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';

export const remote_info = defineEndpoint({
  id: 'cluster.remote_info',
  shape: 'local',
  routes: ['GET /_remote/info'],
  params: {},
  body: 'none',
  privilege: 'cluster:monitor',
  isEssential: true,
  parse: () => undefined,
  handle: () => jsonReply({}),
});
