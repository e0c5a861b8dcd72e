/** `DELETE /_plugins/_sm/policies/{policy_name}`: deletes a policy; its snapshots stay. */
import { requireSnapshotPolicy } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { CONFIG_INDEX, documentJson } from './sm_policy_json.js';

export const delete_policy = defineEndpoint({
  id: 'sm.delete_policy',
  shape: 'master',
  routes: ['DELETE /_plugins/_sm/policies/{policy_name}'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'snapshots:manage',
  parse: ({ pathParams, params }) => ({
    name: pathParams.policy_name ?? '',
    options: submitOptions(params),
  }),
  handle: async ({ name, options }, { masterService }) => {
    const record = requireSnapshotPolicy(masterService.state(), 'sm', name);
    await masterService.submit('delete_snapshot_policy', { dialect: 'sm', name }, options);
    return jsonReply({
      _index: CONFIG_INDEX,
      ...documentJson({ ...record, version: record.version + 1 }),
      result: 'deleted',
      forced_refresh: true,
      _shards: { total: 1, successful: 1, failed: 0 },
    });
  },
});
