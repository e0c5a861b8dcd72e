/** `HEAD /_index_template/{name}` */
import { booleanParam, emptyReply } from '@skein/http';
import { LOCAL_PARAM, MASTER_TIMEOUT_PARAMS } from '../../common_params.js';
import { defineEndpoint } from '../../endpoint.js';
import { existsAny } from '../../templates/found_templates.js';

export const exists_index_template = defineEndpoint({
  id: 'indices.exists_index_template',
  shape: 'local',
  routes: ['HEAD /_index_template/{name}'],
  params: { ...MASTER_TIMEOUT_PARAMS, ...LOCAL_PARAM, flat_settings: booleanParam },
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => pathParams.name ?? '',
  handle: (name, { masterService }) => {
    const { indexTemplates } = masterService.state().metadata;
    return emptyReply(existsAny(indexTemplates, name) ? 200 : 404);
  },
});
