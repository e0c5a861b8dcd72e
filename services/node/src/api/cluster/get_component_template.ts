/** `GET /_component_template`, `GET /_component_template/{name}` */
import { componentJson } from '../templates/render_template.js';
import { getTemplates } from '../templates/template_endpoints.js';

export const get_component_template = getTemplates({
  id: 'cluster.get_component_template',
  kind: 'component_template',
  templates: ({ componentTemplates }) => componentTemplates,
  json: componentJson,
});
