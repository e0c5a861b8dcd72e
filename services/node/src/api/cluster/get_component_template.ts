/** `GET /_component_template`, `GET /_component_template/{name}`: there are no composable templates yet, so nothing is found. */
import { LOCAL_PARAM, MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { noTemplates } from '../no_templates.js';

export const get_component_template = defineEndpoint({
  id: 'cluster.get_component_template',
  shape: 'local',
  routes: ['GET /_component_template', 'GET /_component_template/{name}'],
  params: { ...MASTER_TIMEOUT_PARAMS, ...LOCAL_PARAM },
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => pathParams.name,
  handle: (name) => noTemplates(name, { kind: 'component template', list: 'component_templates' }),
});
