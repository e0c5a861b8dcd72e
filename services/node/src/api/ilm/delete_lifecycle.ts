/** `DELETE /_ilm/policy/{policy}`: deletes a policy that no index uses. */
import { acknowledged } from '@skein/http';
import { changeNamed } from '../change_named.js';

export const delete_lifecycle = changeNamed({
  id: 'ilm.delete_lifecycle',
  routes: ['DELETE /_ilm/policy/{policy}'],
  privilege: 'cluster:manage',
  handle: async ({ name: id, options }, { masterService }) => {
    const request = { dialect: 'ilm', id } as const;
    const outcome = await masterService.submit('delete_lifecycle_policy', request, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
