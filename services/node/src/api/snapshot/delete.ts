/**
 * `DELETE /_snapshot/{repository}/{snapshot}`: deletes snapshots with all data that no other
 * snapshot needs; running ones are aborted.
 */
import { commaValues } from '@skein/base';
import { acknowledged } from '@skein/http';
import { MASTER_PARAMS, masterTimeoutMs } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { availableSnapshots } from './available_snapshots.js';
import { namedSnapshots } from './snapshot_names.js';

export const delete_ = defineEndpoint({
  id: 'snapshot.delete',
  shape: 'master',
  routes: ['DELETE /_snapshot/{repository}/{snapshot}'],
  params: { ...MASTER_PARAMS },
  body: 'none',
  privilege: 'snapshots:manage',
  parse: ({ pathParams, params }) => ({
    repository: pathParams.repository ?? '',
    names: commaValues(pathParams.snapshot ?? ''),
    masterTimeoutMs: masterTimeoutMs(params),
  }),
  handle: async ({ repository, names, masterTimeoutMs: timeoutMs }, actors, { signal }) => {
    const { snapshots } = actors;
    snapshots.checkWritable(repository);
    const { running, root } = await availableSnapshots(repository, actors, signal);
    const all = [...running, ...root.snapshots].map(({ name, uuid }) => ({ name, uuid }));
    const found = namedSnapshots(all, names, { repository, mustExist: true });
    if (found.length > 0) {
      await snapshots.remove(repository, found, { masterTimeoutMs: timeoutMs, signal });
    }
    return acknowledged({});
  },
});
