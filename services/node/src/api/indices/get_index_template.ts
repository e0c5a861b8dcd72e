/** `GET /_index_template`, `GET /_index_template/{name}`: there are no composable templates yet, so nothing is found. */
import { booleanParam, orDefault } from '@skein/http';
import { LOCAL_PARAM, MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { noTemplates } from '../no_templates.js';

export const get_index_template = defineEndpoint({
  id: 'indices.get_index_template',
  shape: 'local',
  routes: ['GET /_index_template', 'GET /_index_template/{name}'],
  params: {
    ...MASTER_TIMEOUT_PARAMS,
    ...LOCAL_PARAM,
    flat_settings: orDefault(booleanParam, false),
  },
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => pathParams.name,
  handle: (name) => noTemplates(name, { kind: 'index template', list: 'index_templates' }),
});
