/** `HEAD /_index_template/{name}` */
import { booleanParam } from '@skein/http';
import { existTemplates } from '../../templates/template_endpoints.js';

export const exists_index_template = existTemplates({
  id: 'indices.exists_index_template',
  kind: 'index_template',
  templates: ({ indexTemplates }) => indexTemplates,
  params: { flat_settings: booleanParam },
});
