/** `DELETE /_scripts/{id}` */
import { acknowledged } from '@skein/http';
import { changeNamed } from '../change_named.js';

export const delete_script = changeNamed({
  id: 'delete_script',
  routes: ['DELETE /_scripts/{id}'],
  privilege: 'scripts:manage',
  handle: async ({ name: id, options }, { masterService }) => {
    const outcome = await masterService.submit('delete_stored_script', { id }, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
