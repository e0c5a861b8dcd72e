/**
 * Running tasks that a user may want to watch or cancel: those that can be cancelled and are not
 * cancelled yet.
 */
import type { CountedStatus } from '../api/counted_status.js';

export interface TaskInfo {
  readonly node: string;
  readonly id: number;
  readonly action: string;
  readonly description?: string;
  readonly running_time_in_nanos: number;
  readonly cancellable: boolean;
  readonly cancelled?: boolean;
  readonly status?: CountedStatus;
}

export interface LongTask {
  /** The id in the form that `_tasks/{id}/_cancel` takes. */
  readonly id: string;
  readonly action: string;
  readonly description: string;
  readonly runningMs: number;
  /** From 0 to 100; undefined when the task does not report it. */
  readonly donePercent: number | undefined;
}

/**
 * Sorts the longest-running tasks first. Tasks that have run for less than `leastMs` are left out.
 */
export function longTasks(tasks: readonly TaskInfo[], leastMs: number): readonly LongTask[] {
  return tasks
    .filter(({ cancellable, cancelled }) => cancellable && cancelled !== true)
    .map((task) => ({
      id: `${task.node}:${task.id}`,
      action: task.action,
      description: task.description ?? '',
      runningMs: task.running_time_in_nanos / 1e6,
      donePercent: donePercent(task),
    }))
    .filter(({ runningMs }) => runningMs >= leastMs)
    .sort((a, b) => b.runningMs - a.runningMs);
}

function donePercent({ status }: TaskInfo): number | undefined {
  if (status?.total === undefined || status.total === 0) return undefined;
  const { created = 0, updated = 0, deleted = 0, noops = 0, version_conflicts = 0 } = status;
  const done = created + updated + deleted + noops + version_conflicts;
  return Math.min(100, (100 * done) / status.total);
}
