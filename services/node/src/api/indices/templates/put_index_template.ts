/** `PUT /_index_template/{name}` */
import { composableWarning } from '../../templates/overlap_warning.js';
import { readComposable } from '../../templates/read_template.js';
import { putTemplate } from '../../templates/template_endpoints.js';

export const put_index_template = putTemplate({
  id: 'indices.put_index_template',
  kind: 'index_template',
  read: readComposable,
  store: (master, request, options) => master.submit('put_index_template', request, options),
  headers: composableWarning,
});
