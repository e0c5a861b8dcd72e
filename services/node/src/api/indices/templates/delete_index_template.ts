/** `DELETE /_index_template/{name}` */
import { deletesByPattern } from '../../deletes_by_pattern.js';

export const delete_index_template = deletesByPattern({
  privilege: 'templates:manage',
  id: 'indices.delete_index_template',
  route: 'DELETE /_index_template/{name}',
  command: 'delete_index_template',
});
