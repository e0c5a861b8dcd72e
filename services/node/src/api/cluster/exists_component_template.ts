/** `HEAD /_component_template/{name}` */
import { existTemplates } from '../templates/template_endpoints.js';

export const exists_component_template = existTemplates({
  id: 'cluster.exists_component_template',
  kind: 'component_template',
  templates: ({ componentTemplates }) => componentTemplates,
});
