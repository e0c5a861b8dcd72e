/** The two endpoints that start and stop SLM. */
import { acknowledged } from '@skein/http';
import { policyDues, readSnapshotPolicy } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint, type Endpoint } from '../endpoint.js';
import { namedPolicies } from './named_policies.js';

export interface ModeChange {
  readonly name: 'start' | 'stop';
  readonly isStopped: boolean;
}

export function modeEndpoint({ name, isStopped }: ModeChange): Endpoint {
  return defineEndpoint({
    id: `slm.${name}`,
    shape: 'master',
    routes: [`POST /_slm/${name}`],
    params: MASTER_PARAMS,
    body: 'none',
    privilege: 'snapshots:manage',
    parse: ({ params }) => submitOptions(params),
    handle: async (options, { masterService }, { nowMs }) => {
      const dues = namedPolicies(masterService.state(), ['*']).map(
        (record) =>
          [record.name, policyDues(readSnapshotPolicy('slm', record.source), nowMs)] as const,
      );
      const request = { isStopped, dues };
      const outcome = await masterService.submit('set_snapshot_lifecycle_mode', request, options);
      return acknowledged({}, outcome.acknowledged);
    },
  });
}
