/** `GET /_plugins/_sm/policies/{policy_name}` */
import { requireSnapshotPolicy } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { SEES_SNAPSHOTS } from '../snapshot/snapshot_privileges.js';
import { documentJson, smPolicyJson } from './sm_policy_json.js';

export const get_policy = defineEndpoint({
  id: 'sm.get_policy',
  shape: 'local',
  routes: ['GET /_plugins/_sm/policies/{policy_name}'],
  params: {},
  body: 'none',
  privilege: SEES_SNAPSHOTS,
  parse: ({ pathParams }) => pathParams.policy_name ?? '',
  handle: (name, { masterService }) => {
    const record = requireSnapshotPolicy(masterService.state(), 'sm', name);
    return jsonReply({ ...documentJson(record), sm_policy: smPolicyJson(record) });
  },
});
