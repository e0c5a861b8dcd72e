/** The two endpoints that start and stop a snapshot management policy. */
import { requireSnapshotPolicy } from '@skein/cluster';
import { acknowledged } from '@skein/http';
import { policyDues, readSnapshotPolicy } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint, type Endpoint } from '../endpoint.js';

export function enableEndpoint({
  name: verb,
  isEnabled,
}: {
  readonly name: 'start' | 'stop';
  readonly isEnabled: boolean;
}): Endpoint {
  return defineEndpoint({
    id: `sm.${verb}_policy`,
    shape: 'master',
    routes: [`POST /_plugins/_sm/policies/{policy_name}/_${verb}`],
    params: MASTER_PARAMS,
    body: 'none',
    privilege: 'snapshots:manage',
    parse: ({ pathParams, params }) => ({
      name: pathParams.policy_name ?? '',
      options: submitOptions(params),
    }),
    handle: async ({ name, options }, { masterService }, { nowMs }) => {
      const { source } = requireSnapshotPolicy(masterService.state(), 'sm', name);
      const dues = policyDues(readSnapshotPolicy('sm', source), nowMs);
      const request = { dialect: 'sm', name, isEnabled, dues } as const;
      const outcome = await masterService.submit('enable_snapshot_policy', request, options);
      return acknowledged({}, outcome.acknowledged);
    },
  });
}
