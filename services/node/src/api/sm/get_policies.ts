/** `GET /_plugins/_sm/policies`: a page of the policies. */
import type { SnapshotPolicyRecord } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { policyPages } from '../policy_pages.js';
import { SEES_SNAPSHOTS } from '../snapshot/snapshot_privileges.js';
import { documentId, smPolicyJson } from './sm_policy_json.js';

const { params, pageOf } = policyPages<SnapshotPolicyRecord>(
  {
    'sm_policy.name': ({ name }) => name,
    'sm_policy.last_updated_time': ({ updatedMs }) => updatedMs,
    'sm_policy.enabled_time': ({ enabledMs }) => enabledMs ?? 0,
  },
  ({ name }) => name,
);

export const get_policies = defineEndpoint({
  id: 'sm.get_policies',
  shape: 'local',
  routes: ['GET /_plugins/_sm/policies'],
  params,
  body: 'none',
  privilege: SEES_SNAPSHOTS,
  parse: (request) => request.params,
  handle: (request, { masterService }) => {
    const all = [...masterService.state().metadata.snapshotPolicies.values()];
    const { page, total } = pageOf(
      all.filter(({ dialect }) => dialect === 'sm'),
      request,
    );
    return jsonReply({
      policies: page.map((record) => ({
        _id: documentId(record.name),
        _seq_no: record.seqNo,
        _primary_term: 1,
        sm_policy: smPolicyJson(record),
      })),
      total_policies: total,
    });
  },
});
