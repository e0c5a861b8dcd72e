/**
 * Executes the commands of a batch one after the other. Shard allocation is the expensive part;
 * commands that allow it share one run.
 */
import { type ClusterState, type CommandEnvironment, settle } from '@skein/cluster';
import type { CommandTask } from './command_task.js';

interface ExecutedBatch {
  readonly current: ClusterState;
  /** The executed commands, without refused ones, which have been settled. */
  readonly executed: readonly CommandTask[];
}

/** Yields wherever a command does, so that other work gets its turn. */
export function* executeBatch(
  previous: ClusterState,
  batch: readonly CommandTask[],
  environment: CommandEnvironment,
): Generator<void, ExecutedBatch> {
  let current = previous;
  const executed: CommandTask[] = [];
  for (const group of groupsOf(batch)) {
    let changed = current;
    const done: CommandTask[] = [];
    for (const task of group) {
      try {
        changed = yield* task.running(changed, environment);
        done.push(task);
      } catch (thrown) {
        task.fail(thrown);
      }
    }
    const reroutes = done.some((task) => task.reroutes);
    try {
      current = settle(current, changed, { reroutes, environment });
      executed.push(...done);
    } catch (thrown) {
      for (const task of done) task.fail(thrown);
    }
  }
  return { current, executed };
}

/** Groups consecutive commands that share one allocation; any other command is alone. */
function groupsOf(batch: readonly CommandTask[]): readonly (readonly CommandTask[])[] {
  const groups: CommandTask[][] = [];
  for (const task of batch) {
    const last = groups.at(-1);
    const isShared = task.isPlacedTogether && last?.[0]?.isPlacedTogether;
    if (isShared) last?.push(task);
    else groups.push([task]);
  }
  return groups;
}
