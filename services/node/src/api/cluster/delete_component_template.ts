/** `DELETE /_component_template/{name}` */
import { deletesByPattern } from '../deletes_by_pattern.js';

export const delete_component_template = deletesByPattern({
  privilege: 'templates:manage',
  id: 'cluster.delete_component_template',
  route: 'DELETE /_component_template/{name}',
  command: 'delete_component_template',
});
