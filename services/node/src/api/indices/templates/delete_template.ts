/** `DELETE /_template/{name}` */
import { deletesByPattern } from '../../deletes_by_pattern.js';

export const delete_template = deletesByPattern({
  privilege: 'templates:manage',
  id: 'indices.delete_template',
  route: 'DELETE /_template/{name}',
  command: 'delete_template',
});
