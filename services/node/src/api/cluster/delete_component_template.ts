/** `DELETE /_component_template/{name}` */
import { acknowledged } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const delete_component_template = defineEndpoint({
  id: 'cluster.delete_component_template',
  shape: 'master',
  routes: ['DELETE /_component_template/{name}'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'templates:manage',
  parse: ({ pathParams, params }) => ({
    pattern: pathParams.name ?? '',
    options: submitOptions(params),
  }),
  handle: async ({ pattern, options }, { masterService }) => {
    const outcome = await masterService.submit('delete_component_template', { pattern }, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
