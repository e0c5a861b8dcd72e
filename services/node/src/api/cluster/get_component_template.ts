/** `GET /_component_template`, `GET /_component_template/{name}` */
import { booleanParam, jsonReply, orDefault } from '@skein/http';
import { LOCAL_PARAM, MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { foundTemplates, statusOf } from '../templates/found_templates.js';
import { componentJson } from '../templates/render_template.js';

export const get_component_template = defineEndpoint({
  id: 'cluster.get_component_template',
  shape: 'local',
  routes: ['GET /_component_template', 'GET /_component_template/{name}'],
  params: {
    ...MASTER_TIMEOUT_PARAMS,
    ...LOCAL_PARAM,
    flat_settings: orDefault(booleanParam, false),
  },
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
