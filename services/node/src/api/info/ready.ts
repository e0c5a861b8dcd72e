/** `GET /_ready`: whether requests should come here, for load balancers and container health checks. For anybody: it tells nothing else. */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';

export const ready = defineEndpoint({
  id: 'ready',
  shape: 'local',
  routes: ['GET /_ready'],
  params: {},
  body: 'none',
  privilege: 'public',
  parse: () => ({}),
  handle: (_request, { masterService }) => {
    const isReady = masterService.state().masterNodeId !== undefined;
    return jsonReply({ ready: isReady }, isReady ? 200 : 503);
  },
});
