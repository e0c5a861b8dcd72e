/**
 * `PUT /_plugins/_ism/policies/{policy_id}`: creates an ISM policy, or replaces the version given
 * by `if_seq_no`.
 */
import { policyKey } from '@skein/cluster';
import { integerParam, jsonReply } from '@skein/http';
import { checkTemplateConflicts, readPolicy } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { checkTerm, policySource } from '../policy_body.js';
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
    const { templates } = readPolicy('ism', source);
    const id = pathParams.policy_id ?? '';
    const { if_seq_no: ifSeqNo, if_primary_term: term } = params;
    checkTerm(id, ifSeqNo, term);
    return {
      id,
      source,
      templates,
      ifSeqNo,
      options: submitOptions(params),
    };
  },
  handle: async ({ id, source, templates, ifSeqNo, options }, { masterService }) => {
    const { lifecyclePolicies } = masterService.state().metadata;
    const isNew = !lifecyclePolicies.has(policyKey('ism', id));
    checkTemplateConflicts(id, templates, lifecyclePolicies.values());
    const request = { dialect: 'ism', id, source, ifSeqNo, mustBeNew: true } as const;
    await masterService.submit('put_lifecycle_policy', request, options);
    const policy = requirePolicy(masterService.state(), id);
    const body = { ...storedJson(policy), policy: { policy: policyJson(policy) } };
    return jsonReply(body, isNew ? 201 : 200);
  },
});
