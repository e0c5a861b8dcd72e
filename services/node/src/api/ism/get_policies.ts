/** `GET /_plugins/_ism/policies`: a page of the policies. */
import type { LifecyclePolicy } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { policyPages } from '../policy_pages.js';
import { policyJson, storedJson } from './policy_json.js';
import { ISM_ROUTES } from './routes.js';

const { params, pageOf } = policyPages<LifecyclePolicy>(
  {
    'policy.policy_id.keyword': ({ id }) => id,
    'policy.policy.policy_id.keyword': ({ id }) => id,
    'policy.last_updated_time': ({ updatedMs }) => updatedMs,
    'policy.policy.last_updated_time': ({ updatedMs }) => updatedMs,
  },
  ({ id }) => id,
);

export const get_policies = defineEndpoint({
  id: 'ism.get_policies',
  shape: 'local',
  routes: ISM_ROUTES('GET', 'policies'),
  params,
  body: 'none',
  privilege: 'cluster:monitor',
  parse: (request) => request.params,
  handle: (request, { masterService }) => {
    const all = [...masterService.state().metadata.lifecyclePolicies.values()];
    const { page, total } = pageOf(
      all.filter(({ dialect }) => dialect === 'ism'),
      request,
    );
    return jsonReply({
      policies: page.map((policy) => ({ ...storedJson(policy), policy: policyJson(policy) })),
      total_policies: total,
    });
  },
});
