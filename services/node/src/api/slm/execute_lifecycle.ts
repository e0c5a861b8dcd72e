/** `PUT /_slm/policy/{policy_id}/_execute`: takes a snapshot of the policy now. */
import { requireSnapshotPolicy } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { MASTER_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const execute_lifecycle = defineEndpoint({
  id: 'slm.execute_lifecycle',
  shape: 'master',
  routes: ['PUT /_slm/policy/{policy_id}/_execute', 'POST /_slm/policy/{policy_id}/_execute'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'snapshots:manage',
  parse: ({ pathParams }) => pathParams.policy_id ?? '',
  handle: async (name, { masterService, snapshotPolicies }, { signal }) => {
    const record = requireSnapshotPolicy(masterService.state(), 'slm', name);
    return jsonReply({ snapshot_name: await snapshotPolicies.takeNow(record, signal) });
  },
});
