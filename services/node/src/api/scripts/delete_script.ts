/** `DELETE /_scripts/{id}` */
import { acknowledged } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const delete_script = defineEndpoint({
  id: 'delete_script',
  shape: 'master',
  routes: ['DELETE /_scripts/{id}'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'scripts:manage',
  parse: ({ pathParams, params }) => ({
    id: pathParams.id ?? '',
    options: submitOptions(params),
  }),
  handle: async ({ id, options }, { masterService }) => {
    const outcome = await masterService.submit('delete_stored_script', { id }, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
