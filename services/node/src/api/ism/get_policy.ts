/** `GET /_plugins/_ism/policies/{policy_id}` */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { policyJson, requirePolicy, storedJson } from './policy_json.js';
import { ISM_ROUTES } from './routes.js';

export const get_policy = defineEndpoint({
  id: 'ism.get_policy',
  shape: 'local',
  routes: ISM_ROUTES('GET', 'policies/{policy_id}'),
  params: {},
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => pathParams.policy_id ?? '',
  handle: (id, { masterService }) => {
    const policy = requirePolicy(masterService.state(), id);
    return jsonReply({ ...storedJson(policy), policy: policyJson(policy) });
  },
});
