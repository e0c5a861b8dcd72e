/**
 * Tasks that somebody may want to see end: those that can be cancelled, without what only asks for
 * them.
 */
export interface TaskInfo {
  readonly node: string;
  readonly id: number;
  readonly action: string;
  readonly description?: string;
  readonly running_time_in_nanos: number;
  readonly cancellable: boolean;
  readonly cancelled?: boolean;
  readonly status?: {
    readonly total?: number;
    readonly created?: number;
    readonly updated?: number;
    readonly deleted?: number;
  };
}

export interface LongTask {
  /** As `_tasks/{id}/_cancel` takes it. */
  readonly id: string;
  readonly action: string;
  readonly description: string;
  readonly runningMs: number;
  /** From 0 to 100; `undefined`: it does not say. */
  readonly donePercent: number | undefined;
}

/** Longest first. `leastMs`: what is over sooner is not worth a look. */
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
  const { created = 0, updated = 0, deleted = 0, total } = status;
  return Math.min(100, (100 * (created + updated + deleted)) / total);
}
