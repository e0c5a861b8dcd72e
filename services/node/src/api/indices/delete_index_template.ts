/** `DELETE /_index_template/{name}` */
import { acknowledged } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const delete_index_template = defineEndpoint({
  id: 'indices.delete_index_template',
  shape: 'master',
  routes: ['DELETE /_index_template/{name}'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'templates:manage',
  parse: ({ pathParams, params }) => ({
    pattern: pathParams.name ?? '',
    options: submitOptions(params),
  }),
  handle: async ({ pattern, options }, { masterService }) => {
    const outcome = await masterService.submit('delete_index_template', { pattern }, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
