/** `PUT /_slm/policy/{policy_id}`: creates or replaces a policy that takes snapshots. */
import { formatTimeMs } from '@skein/base';
import { type ClusterState, clusterSettings } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { acknowledged } from '@skein/http';
import { policyDues, readSnapshotPolicy, type SnapshotPolicy, shortestMs } from '@skein/lifecycle';
import { CLUSTER, readSetting } from '@skein/settings';
import { encodeOwner } from '../../security/owner.js';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

/** The characters of file names, except those that separate names. */
const NAME = /^[^_,\s"*\\<|>/?][^,\s"*\\<|>/?]*$/;

export const put_lifecycle = defineEndpoint({
  id: 'slm.put_lifecycle',
  shape: 'master',
  routes: ['PUT /_slm/policy/{policy_id}'],
  params: MASTER_PARAMS,
  body: 'json',
  privilege: 'snapshots:manage',
  parse: ({ pathParams, params, body }) => {
    const name = pathParams.policy_id ?? '';
    if (!NAME.test(name) || name.length > 255) {
      const reason = `invalid policy id [${name}]: must not contain any of [ , ", *, \\, <, |, ,, >, /, ?], nor start with '_', nor be longer than 255`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    const source = body.requiredObject();
    readSnapshotPolicy('slm', source);
    return { name, source, options: submitOptions(params) };
  },
  handle: async ({ name, source, options }, { masterService }, { identity, nowMs }) => {
    const policy = readSnapshotPolicy('slm', source);
    checkPolicy(masterService.state(), policy, nowMs);
    const dues = policyDues(policy, nowMs);
    const owner = encodeOwner(identity);
    const outcome = await masterService.submit(
      'put_snapshot_policy',
      { dialect: 'slm', name, source, owner, isEnabled: true, dues, expected: 'any' },
      options,
    );
    return acknowledged({}, outcome.acknowledged);
  },
});

function checkPolicy(
  state: ClusterState,
  { repository, creation }: SnapshotPolicy,
  nowMs: number,
): void {
  if (!state.metadata.repositories.has(repository)) {
    throw new ApiError('illegal_argument_exception', `no such repository [${repository}]`);
  }
  const leastMs = readSetting(clusterSettings(state), CLUSTER.snapshots.minimumInterval);
  if (creation === undefined || shortestMs(creation.schedule, nowMs) >= leastMs) return;
  const reason = `invalid schedule [${creation.schedule.shown}]: schedule would be too frequent, executing more than every [${formatTimeMs(leastMs)}]`;
  throw new ApiError('illegal_argument_exception', reason);
}
