/**
 * Runs the retention of Elasticsearch policies, on the cluster's schedule or on request: the
 * policies look for snapshots to remove.
 */
import { checkBlocks } from '../state/blocks.js';
import type { SnapshotPolicyRecord } from '../state/snapshot_policy.js';
import type { Command } from './command_type.js';

interface RunSnapshotRetentionRequest {
  /** Next time of the schedule; absent: there is none. */
  readonly nextMs?: number | undefined;
  readonly schedule: string;
  /**
   * The due time of this run; a run for another time is refused. Absent: the run was requested
   * explicitly and ignores the schedule.
   */
  readonly dueMs?: number | undefined;
  /** True if the schedule is only computed anew and nothing is removed yet. */
  readonly isSchedulingAlone: boolean;
}

export const run_snapshot_retention: Command<RunSnapshotRetentionRequest> = {
  name: 'run_snapshot_retention',
  priority: 'NORMAL',
  source: ({ isSchedulingAlone }) =>
    isSchedulingAlone ? 'schedule-snapshot-retention' : 'run-snapshot-retention',
  execute: (state, { nextMs, schedule, dueMs, isSchedulingAlone }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const { snapshotLifecycle, snapshotPolicies } = state.metadata;
    const { retentionDueMs, retentionSchedule: _before, ...kept } = snapshotLifecycle;
    if (dueMs !== undefined && retentionDueMs !== dueMs) return state;
    const policies = isSchedulingAlone
      ? snapshotPolicies
      : new Map([...snapshotPolicies].map(([key, record]) => [key, asked(record)]));
    const metadata = {
      ...state.metadata,
      snapshotPolicies: policies,
      snapshotLifecycle: {
        ...kept,
        ...(nextMs === undefined ? {} : { retentionDueMs: nextMs }),
        retentionSchedule: schedule,
        retentionRuns: kept.retentionRuns + (isSchedulingAlone ? 0 : 1),
      },
    };
    return { ...state, metadata };
  },
};

function asked(record: SnapshotPolicyRecord): SnapshotPolicyRecord {
  const { dialect, deletion, step } = record;
  if (dialect !== 'slm' || deletion === undefined || deletion.isDue) return record;
  return { ...record, deletion: { ...deletion, isDue: true }, step: step + 1 };
}
