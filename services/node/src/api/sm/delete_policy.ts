/** `DELETE /_plugins/_sm/policies/{policy_name}`: deletes a policy; its snapshots stay. */
import { requireSnapshotPolicy } from '@skein/cluster';
import { changeNamed } from '../change_named.js';
import { deletedPolicy } from '../policy_body.js';
import { documentJson } from './sm_policy_json.js';

export const delete_policy = changeNamed({
  id: 'sm.delete_policy',
  routes: ['DELETE /_plugins/_sm/policies/{policy_name}'],
  privilege: 'snapshots:manage',
  handle: async ({ name, options }, { masterService }) => {
    const record = requireSnapshotPolicy(masterService.state(), 'sm', name);
    await masterService.submit('delete_snapshot_policy', { dialect: 'sm', name }, options);
    return deletedPolicy(documentJson({ ...record, version: record.version + 1 }));
  },
});
