/** Stopping a search that takes too long or that nobody waits for any more. */
import { ApiError } from '@skein/errors';
import type { ExecutionEnvironment } from './environment.js';

/** Thrown out of the library when time is up: the shard then answers with what it has, which is nothing. */
export class SearchTimeout extends Error {
  override readonly name = 'SearchTimeout';
}

/** The check the library calls every thousand documents or so. */
export function interruptionCheck(
  environment: Pick<ExecutionEnvironment, 'clock' | 'isCancelled'>,
  deadlineMs: number | undefined,
): () => void {
  const { clock, isCancelled } = environment;
  return () => {
    if (isCancelled?.())
      throw new ApiError('task_cancelled_exception', 'cancelled task with reason: by user request');
    if (deadlineMs !== undefined && clock.monotonicMs() > deadlineMs) throw new SearchTimeout();
  };
}
