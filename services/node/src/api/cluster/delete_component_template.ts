/** `DELETE /_component_template/{name}` */
import { deleteTemplates } from '../templates/delete_templates.js';

export const delete_component_template = deleteTemplates({
  id: 'cluster.delete_component_template',
  route: 'DELETE /_component_template/{name}',
  command: 'delete_component_template',
});
