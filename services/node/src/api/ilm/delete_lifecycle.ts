/** `DELETE /_ilm/policy/{policy}`: deletes a policy that no index uses. */
import { acknowledged } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const delete_lifecycle = defineEndpoint({
  id: 'ilm.delete_lifecycle',
  shape: 'master',
  routes: ['DELETE /_ilm/policy/{policy}'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'cluster:manage',
  parse: ({ pathParams, params }) => ({
    id: pathParams.policy ?? '',
    options: submitOptions(params),
  }),
  handle: async ({ id, options }, { masterService }) => {
    const request = { dialect: 'ilm', id } as const;
    const outcome = await masterService.submit('delete_lifecycle_policy', request, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
