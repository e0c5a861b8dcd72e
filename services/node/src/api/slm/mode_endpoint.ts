/** The two endpoints that start and stop SLM. */
import { policyDues, readSnapshotPolicy } from '@skein/lifecycle';
import type { Endpoint } from '../endpoint.js';
import { modeEndpoint } from '../mode_endpoint.js';
import { namedPolicies } from './named_policies.js';

export function slmMode(name: 'start' | 'stop'): Endpoint {
  return modeEndpoint({
    lifecycle: 'slm',
    name,
    privilege: 'snapshots:manage',
    change: (master, { isStopped, options }, { nowMs }) => {
      const dues = namedPolicies(master.state(), ['*']).map(
        (record) =>
          [record.name, policyDues(readSnapshotPolicy('slm', record.source), nowMs)] as const,
      );
      return master.submit('set_snapshot_lifecycle_mode', { isStopped, dues }, options);
    },
  });
}
