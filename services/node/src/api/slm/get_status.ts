/** `GET /_slm/status` */
import { jsonReply } from '@skein/http';
import { MASTER_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { SEES_SNAPSHOTS } from '../snapshot/snapshot_privileges.js';

export const get_status = defineEndpoint({
  id: 'slm.get_status',
  shape: 'local',
  routes: ['GET /_slm/status'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: SEES_SNAPSHOTS,
  parse: () => undefined,
  handle: (_request, { masterService }) => {
    const { isStopped } = masterService.state().metadata.snapshotLifecycle;
    return jsonReply({ operation_mode: isStopped ? 'STOPPED' : 'RUNNING' });
  },
});
