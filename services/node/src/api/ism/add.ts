/** `POST /_plugins/_ism/add/{index}`: adds a policy to indices without one. */
import { beginning } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { eachIndex, indicesNamed } from './each_index.js';
import { requirePolicy } from './policy_json.js';
import { readNames } from './read_names.js';
import { ISM_ROUTES } from './routes.js';

export const add = defineEndpoint({
  id: 'ism.add_policy',
  shape: 'master',
  routes: ISM_ROUTES('POST', 'add/{index}'),
  params: MASTER_PARAMS,
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ pathParams, params, body }) => ({
    target: indicesNamed(pathParams.index),
    policyId: readNames(body.requiredObject(), ['policy_id']).policy_id,
    options: submitOptions(params),
  }),
  handle: ({ policyId = '', ...request }, actors, context) => {
    const policy = requirePolicy(actors.masterService.state(), policyId);
    return eachIndex(request, actors, context, (index) => {
      if (index.lifecycle !== undefined) {
        return 'This index already has a policy, use the update policy API to update index policies';
      }
      if (index.state === 'close') return 'This index is closed';
      return { to: beginning(policy, context.nowMs), effects: [] };
    });
  },
});
