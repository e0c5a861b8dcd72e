/** `GET /_index_template`, `GET /_index_template/{name}` */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../../endpoint.js';
import { foundTemplates, statusOf } from '../../templates/found_templates.js';
import { composableJson } from '../../templates/render_template.js';
import { GET_TEMPLATE_PARAMS } from '../../templates/template_params.js';

export const get_index_template = defineEndpoint({
  id: 'indices.get_index_template',
  shape: 'local',
  routes: ['GET /_index_template', 'GET /_index_template/{name}'],
  params: GET_TEMPLATE_PARAMS,
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
