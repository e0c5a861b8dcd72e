/**
 * The schedule by which Elasticsearch's policies remove snapshots: `slm.retention_schedule`, for
 * all of them at once. Pure.
 */
import { type ClusterState, type CommandRequest, clusterSettings } from '@skein/cluster';
import { parseQuartzCron } from '@skein/dates';
import { CLUSTER, readSetting } from '@skein/settings';

interface RetentionTurn {
  /** The command to run now. */
  readonly request?: CommandRequest<'run_snapshot_retention'>;
  /** The time of the next work, unless the cluster changes. */
  readonly untilMs?: number;
}

export function retentionTurn(state: ClusterState, nowMs: number): RetentionTurn {
  const { snapshotLifecycle, snapshotPolicies } = state.metadata;
  const isOfUse = [...snapshotPolicies.values()].some(
    ({ dialect, deletion }) => dialect === 'slm' && deletion !== undefined,
  );
  if (!isOfUse || snapshotLifecycle.isStopped) return {};
  const schedule = retentionScheduleOf(state);
  const { retentionDueMs: dueMs, retentionSchedule } = snapshotLifecycle;
  if (schedule !== retentionSchedule) {
    return { request: { ...nextRetention(schedule, nowMs), isSchedulingAlone: true } };
  }
  if (dueMs === undefined) return {};
  if (dueMs > nowMs) return { untilMs: dueMs };
  return { request: { ...nextRetention(schedule, nowMs), dueMs, isSchedulingAlone: false } };
}

export function retentionScheduleOf(state: ClusterState): string {
  return readSetting(clusterSettings(state), CLUSTER.snapshots.retentionSchedule);
}

/** The schedule with its next time, if it has one. */
export function nextRetention(
  schedule: string,
  nowMs: number,
): Pick<CommandRequest<'run_snapshot_retention'>, 'schedule' | 'nextMs'> {
  return {
    schedule,
    nextMs: schedule === '' ? undefined : parseQuartzCron(schedule).nextMs(nowMs),
  };
}
