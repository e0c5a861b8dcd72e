/**
 * `GET /_remote/info`: the clusters this one searches besides its own. `cluster.remote.*` is no
 * setting: there are none.
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
