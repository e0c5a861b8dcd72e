/** Stopping a search that takes too long or that nobody waits for any more. */
import { ApiError } from '@skein/errors';
import { OutOfTime } from '@skein/search_library';
import type { ExecutionEnvironment } from './environment.js';

/** The check the library calls every thousand documents or so. Out of time, the shard answers with what it has. */
export function interruptionCheck(
  environment: Pick<ExecutionEnvironment, 'clock' | 'isCancelled'>,
  deadlineMs: number | undefined,
): () => void {
  const { clock, isCancelled } = environment;
  return () => {
    if (isCancelled?.())
      throw new ApiError('task_cancelled_exception', 'cancelled task with reason: by user request');
    if (deadlineMs !== undefined && clock.monotonicMs() > deadlineMs) throw new OutOfTime();
  };
}
