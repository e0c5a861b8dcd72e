/** `HEAD /_component_template/{name}` */
import { emptyReply } from '@skein/http';
import { LOCAL_PARAM, MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { existsAny } from '../templates/found_templates.js';

export const exists_component_template = defineEndpoint({
  id: 'cluster.exists_component_template',
  shape: 'local',
  routes: ['HEAD /_component_template/{name}'],
  params: { ...MASTER_TIMEOUT_PARAMS, ...LOCAL_PARAM },
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => pathParams.name ?? '',
  handle: (name, { masterService }) => {
    const { componentTemplates } = masterService.state().metadata;
    return emptyReply(existsAny(componentTemplates, name) ? 200 : 404);
  },
});
