/**
 * `DELETE /_plugins/_ism/policies/{policy_id}`: deletes a policy; indices managed by it continue
 * with their copy.
 */
import { jsonReply } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { CONFIG_INDEX, requirePolicy, storedJson } from './policy_json.js';
import { ISM_ROUTES } from './routes.js';

export const delete_policy = defineEndpoint({
  id: 'ism.delete_policy',
  shape: 'master',
  routes: ISM_ROUTES('DELETE', 'policies/{policy_id}'),
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'cluster:manage',
  parse: ({ pathParams, params }) => ({
    id: pathParams.policy_id ?? '',
    options: submitOptions(params),
  }),
  handle: async ({ id, options }, { masterService }) => {
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
