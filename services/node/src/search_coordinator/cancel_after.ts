/**
 * Cancels searches that take longer than `cancel_after_time_interval`, like a client that aborts.
 */
import { formatTimeMs, type Timers } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { SearchAnswer, SearchOptions } from './contract.js';

/** `afterMs`: undefined for a search without a limit. */
export async function cancelledAfter(
  afterMs: number | undefined,
  { options, timers }: { readonly options: SearchOptions; readonly timers: Timers },
  run: (options: SearchOptions) => Promise<SearchAnswer>,
): Promise<SearchAnswer> {
  if (afterMs === undefined) return run(options);
  const controller = new AbortController();
  const timer = timers.after(afterMs, () => controller.abort(expired(afterMs)));
  try {
    const signal = AbortSignal.any([options.signal, controller.signal]);
    return await run({ ...options, signal });
  } finally {
    timer.cancel();
  }
}

function expired(afterMs: number): ApiError {
  return new ApiError(
    'task_cancelled_exception',
    `cancelled task with reason: Cancellation timeout of ${formatTimeMs(afterMs)} is expired`,
  );
}
