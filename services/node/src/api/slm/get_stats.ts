/** `GET /_slm/stats`: statistics of all policies, in total and for each. */
import { formatTimeMs } from '@skein/base';
import type { PolicyCounts } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { MASTER_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { SEES_SNAPSHOTS } from '../snapshot/snapshot_privileges.js';
import { namedPolicies } from './named_policies.js';
import { policyStats } from './policy_stats.js';

export const get_stats = defineEndpoint({
  id: 'slm.get_stats',
  shape: 'local',
  routes: ['GET /_slm/stats'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: SEES_SNAPSHOTS,
  parse: () => undefined,
  handle: (_request, { masterService }) => {
    const state = masterService.state();
    const { retentionRuns, retentionFailed, retentionTimedOut, deletionMs } =
      state.metadata.snapshotLifecycle;
    const records = namedPolicies(state, ['*']);
    const total = (of: keyof PolicyCounts) =>
      records.reduce((sum, { counts }) => sum + counts[of], 0);
    return jsonReply({
      retention_runs: retentionRuns,
      retention_failed: retentionFailed,
      retention_timed_out: retentionTimedOut,
      retention_deletion_time: formatTimeMs(deletionMs),
      retention_deletion_time_millis: deletionMs,
      total_snapshots_taken: total('taken'),
      total_snapshots_failed: total('failed'),
      total_snapshots_deleted: total('deleted'),
      total_snapshot_deletion_failures: total('deletionsFailed'),
      policy_stats: records.map(policyStats),
    });
  },
});
