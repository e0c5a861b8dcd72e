/**
 * `PUT /_plugins/_ism/policies/{policy_id}`: creates an ISM policy, or replaces the version given
 * by `if_seq_no`.
 */
import { policyKey } from '@skein/cluster';
import { integerParam, jsonReply } from '@skein/http';
import { readPolicy } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { policySource } from '../policy_body.js';
import { policyJson, requirePolicy, storedJson } from './policy_json.js';
import { ISM_ROUTES } from './routes.js';

export const put_policy = defineEndpoint({
  id: 'ism.put_policy',
  shape: 'master',
  routes: ISM_ROUTES('PUT', 'policies/{policy_id}'),
  params: { ...MASTER_PARAMS, if_seq_no: integerParam, if_primary_term: integerParam },
  body: 'json',
  privilege: 'cluster:manage',
  parse: ({ pathParams, params, body }) => {
    const source = policySource(body);
    readPolicy('ism', source);
    return {
      id: pathParams.policy_id ?? '',
      source,
      ifSeqNo: params.if_seq_no,
      options: submitOptions(params),
    };
  },
  handle: async ({ id, source, ifSeqNo, options }, { masterService }) => {
    const isNew = !masterService.state().metadata.lifecyclePolicies.has(policyKey('ism', id));
    const request = { dialect: 'ism', id, source, ifSeqNo, mustBeNew: true } as const;
    await masterService.submit('put_lifecycle_policy', request, options);
    const policy = requirePolicy(masterService.state(), id);
    const body = { ...storedJson(policy), policy: { policy: policyJson(policy) } };
    return jsonReply(body, isNew ? 201 : 200);
  },
});
