/** `DELETE /_slm/policy/{policy_id}`: deletes a policy; its snapshots stay. */
import { acknowledged } from '@skein/http';
import { changeNamed } from '../change_named.js';

export const delete_lifecycle = changeNamed({
  id: 'slm.delete_lifecycle',
  routes: ['DELETE /_slm/policy/{policy_id}'],
  privilege: 'snapshots:manage',
  handle: async ({ name, options }, { masterService }) => {
    const request = { dialect: 'slm', name } as const;
    const outcome = await masterService.submit('delete_snapshot_policy', request, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
