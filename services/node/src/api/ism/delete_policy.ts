/**
 * `DELETE /_plugins/_ism/policies/{policy_id}`: deletes a policy; indices managed by it continue
 * with their copy.
 */
import { jsonReply } from '@skein/http';
import { changeNamed } from '../change_named.js';
import { CONFIG_INDEX, requirePolicy, storedJson } from './policy_json.js';
import { ISM_ROUTES } from './routes.js';

export const delete_policy = changeNamed({
  id: 'ism.delete_policy',
  routes: ISM_ROUTES('DELETE', 'policies/{policy_id}'),
  privilege: 'cluster:manage',
  handle: async ({ name: id, options }, { masterService }) => {
    const policy = requirePolicy(masterService.state(), id);
    const request = { dialect: 'ism', id } as const;
    await masterService.submit('delete_lifecycle_policy', request, options);
    return jsonReply({
      _index: CONFIG_INDEX,
      ...storedJson({ ...policy, version: policy.version + 1 }),
      result: 'deleted',
      forced_refresh: true,
      _shards: { total: 1, successful: 1, failed: 0 },
    });
  },
});
