/**
 * `DELETE /_plugins/_ism/policies/{policy_id}`: deletes a policy; indices managed by it continue
 * with their copy.
 */
import { changeNamed } from '../change_named.js';
import { deletedPolicy } from '../policy_body.js';
import { requirePolicy, storedJson } from './policy_json.js';
import { ISM_ROUTES } from './routes.js';

export const delete_policy = changeNamed({
  id: 'ism.delete_policy',
  routes: ISM_ROUTES('DELETE', 'policies/{policy_id}'),
  privilege: 'cluster:manage',
  handle: async ({ name: id, options }, { masterService }) => {
    const policy = requirePolicy(masterService.state(), id);
    const request = { dialect: 'ism', id } as const;
    await masterService.submit('delete_lifecycle_policy', request, options);
    return deletedPolicy(storedJson({ ...policy, version: policy.version + 1 }));
  },
});
