/** `GET /_index_template`, `GET /_index_template/{name}` */
import { booleanParam, jsonReply, orDefault } from '@skein/http';
import { LOCAL_PARAM, MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { foundTemplates, statusOf } from '../templates/found_templates.js';
import { composableJson } from '../templates/render_template.js';

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
  handle: (name, { masterService }) => {
    const { indexTemplates } = masterService.state().metadata;
    const found = foundTemplates(indexTemplates, name, 'index template');
    const shown = found.map((template) => ({
      name: template.name,
      index_template: composableJson(template),
    }));
    return jsonReply({ index_templates: shown }, statusOf(found, name));
  },
});
