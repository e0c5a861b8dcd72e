/** `GET /_index_template`, `GET /_index_template/{name}` */
import { composableJson } from '../../templates/render_template.js';
import { getTemplates } from '../../templates/template_endpoints.js';

export const get_index_template = getTemplates({
  id: 'indices.get_index_template',
  kind: 'index_template',
  templates: ({ indexTemplates }) => indexTemplates,
  json: composableJson,
});
