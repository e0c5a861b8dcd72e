/** The two endpoints that start and stop a snapshot management policy. */
import { requireSnapshotPolicy } from '@skein/cluster';
import { acknowledged } from '@skein/http';
import { policyDues, readSnapshotPolicy } from '@skein/lifecycle';
import { changeNamed } from '../change_named.js';
import type { Endpoint } from '../endpoint.js';

export function enableEndpoint({
  name: verb,
  isEnabled,
}: {
  readonly name: 'start' | 'stop';
  readonly isEnabled: boolean;
}): Endpoint {
  return changeNamed({
    id: `sm.${verb}_policy`,
    routes: [`POST /_plugins/_sm/policies/{policy_name}/_${verb}`],
    privilege: 'snapshots:manage',
    handle: async ({ name, options }, { masterService }, { nowMs }) => {
      const { source } = requireSnapshotPolicy(masterService.state(), 'sm', name);
      const dues = policyDues(readSnapshotPolicy('sm', source), nowMs);
      const request = { dialect: 'sm', name, isEnabled, dues } as const;
      const outcome = await masterService.submit('enable_snapshot_policy', request, options);
      return acknowledged({}, outcome.acknowledged);
    },
  });
}
