/** `DELETE /_index_template/{name}` */
import { deleteTemplates } from '../templates/delete_templates.js';

export const delete_index_template = deleteTemplates({
  id: 'indices.delete_index_template',
  route: 'DELETE /_index_template/{name}',
  command: 'delete_index_template',
});
