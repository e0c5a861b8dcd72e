/** `GET /_component_template`, `GET /_component_template/{name}` */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { foundTemplates, statusOf } from '../templates/found_templates.js';
import { componentJson } from '../templates/render_template.js';
import { GET_TEMPLATE_PARAMS } from '../templates/template_params.js';

export const get_component_template = defineEndpoint({
  id: 'cluster.get_component_template',
  shape: 'local',
  routes: ['GET /_component_template', 'GET /_component_template/{name}'],
  params: GET_TEMPLATE_PARAMS,
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => pathParams.name,
  handle: (name, { masterService }) => {
    const { componentTemplates } = masterService.state().metadata;
    const found = foundTemplates(componentTemplates, name, 'component template');
    const shown = found.map((component) => ({
      name: component.name,
      component_template: componentJson(component),
    }));
    return jsonReply({ component_templates: shown }, statusOf(found, name));
  },
});
