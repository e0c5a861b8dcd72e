/** `DELETE /_slm/policy/{policy_id}`: deletes a policy; its snapshots stay. */
import { acknowledged } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const delete_lifecycle = defineEndpoint({
  id: 'slm.delete_lifecycle',
  shape: 'master',
  routes: ['DELETE /_slm/policy/{policy_id}'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'snapshots:manage',
  parse: ({ pathParams, params }) => ({
    name: pathParams.policy_id ?? '',
    options: submitOptions(params),
  }),
  handle: async ({ name, options }, { masterService }) => {
    const request = { dialect: 'slm', name } as const;
    const outcome = await masterService.submit('delete_snapshot_policy', request, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
