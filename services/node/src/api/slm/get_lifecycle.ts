/** `GET /_slm/policy`, `GET /_slm/policy/{policy_id}` */
import type { ClusterState, SnapshotPolicyRecord } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { jsonReply, splitList } from '@skein/http';
import { MASTER_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { SEES_SNAPSHOTS } from '../snapshot/snapshot_privileges.js';
import { namedPolicies } from './named_policies.js';
import { policyStats } from './policy_stats.js';

export const get_lifecycle = defineEndpoint({
  id: 'slm.get_lifecycle',
  shape: 'local',
  routes: ['GET /_slm/policy', 'GET /_slm/policy/{policy_id}'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: SEES_SNAPSHOTS,
  parse: ({ pathParams }) => splitList(pathParams.policy_id ?? '*'),
  handle: (names, { masterService }, { human }) => {
    const state = masterService.state();
    const records = namedPolicies(state, names);
    return jsonReply(
      Object.fromEntries(records.map((one) => [one.name, shown(state, one, human)])),
    );
  },
});

function shown(state: ClusterState, record: SnapshotPolicyRecord, human: boolean): JsonObject {
  const { version, updatedMs, source, creation, counts, lastSuccess, lastFailure } = record;
  const time = (name: string, ms: number): JsonObject => ({
    ...(human ? { [name]: new Date(ms).toISOString() } : {}),
    [`${name}_millis`]: ms,
  });
  return {
    version,
    ...time('modified_date', updatedMs),
    policy: source,
    ...(lastSuccess === undefined
      ? {}
      : {
          last_success: {
            snapshot_name: lastSuccess.snapshot,
            start_time: lastSuccess.startMs,
            time: lastSuccess.endMs,
          },
        }),
    ...(lastFailure === undefined
      ? {}
      : {
          last_failure: {
            snapshot_name: lastFailure.snapshot,
            time: lastFailure.atMs,
            details: lastFailure.reason,
          },
        }),
    ...(creation?.dueMs === undefined ? {} : time('next_execution', creation.dueMs)),
    ...inProgress(state, record),
    ...(counts.failedInRow === 0 ? {} : { invocations_since_last_success: counts.failedInRow }),
    stats: policyStats(record),
  };
}

function inProgress(
  { metadata }: ClusterState,
  { creation }: Pick<SnapshotPolicyRecord, 'creation'>,
): JsonObject {
  const { started } = creation ?? {};
  const running = started && metadata.snapshots.get(started.uuid);
  if (running === undefined || running.outcome !== undefined) return {};
  const { name, uuid, startMs, hasBegun } = running;
  const state = hasBegun ? 'STARTED' : 'INIT';
  return { in_progress: { name, uuid, state, start_time_millis: startMs } };
}
