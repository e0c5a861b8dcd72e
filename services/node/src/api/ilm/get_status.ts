/** `GET /_ilm/status` */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';

export const get_status = defineEndpoint({
  id: 'ilm.get_status',
  shape: 'local',
  routes: ['GET /_ilm/status'],
  params: {},
  body: 'none',
  privilege: 'cluster:monitor',
  parse: () => undefined,
  handle: (_request, { masterService }) => {
    const { isStopped } = masterService.state().metadata.lifecycle;
    return jsonReply({ operation_mode: isStopped ? 'STOPPED' : 'RUNNING' });
  },
});
