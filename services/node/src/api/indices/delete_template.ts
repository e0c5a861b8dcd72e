/** `DELETE /_template/{name}` */
import { deleteTemplates } from '../templates/delete_templates.js';

export const delete_template = deleteTemplates({
  id: 'indices.delete_template',
  route: 'DELETE /_template/{name}',
  command: 'delete_template',
});
