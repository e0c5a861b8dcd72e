/** `POST /_slm/_execute_retention`: applies the retention of all policies now. */
import { acknowledged } from '@skein/http';
import { nextRetention, retentionScheduleOf } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const execute_retention = defineEndpoint({
  id: 'slm.execute_retention',
  shape: 'master',
  routes: ['POST /_slm/_execute_retention'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'snapshots:manage',
  parse: ({ params }) => submitOptions(params),
  handle: async (options, { masterService }, { nowMs }) => {
    const next = nextRetention(retentionScheduleOf(masterService.state()), nowMs);
    const request = { ...next, isSchedulingAlone: false };
    const outcome = await masterService.submit('run_snapshot_retention', request, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
