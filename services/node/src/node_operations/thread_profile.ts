/**
 * The profile of one thread of this node: where it spends its time, or who made what takes its
 * memory.
 */
import type { Timers } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { ProfileKind, ThreadProfiler } from '@skein/platform';

export const PROFILE_KINDS: readonly ProfileKind[] = ['cpu', 'heap'];
/** Sampling slows the thread by some percent, and a profile grows with its time. */
export const LONGEST_PROFILE_MS = 60_000;
const MOST_CHARACTERS = 64 * 1024 * 1024;

export interface ProfileOrder {
  /** `main`, or the name of a thread as hot threads show it. */
  readonly thread: string;
  readonly kind: ProfileKind;
  readonly durationMs: number;
}

export async function threadProfile(
  { profiler, timers }: { profiler: Pick<ThreadProfiler, 'record'>; timers: Timers },
  { thread, kind, durationMs }: ProfileOrder,
  signal: AbortSignal,
): Promise<string> {
  const text = await profiler.record(thread, kind, () => elapsed(timers, durationMs, signal));
  signal.throwIfAborted();
  if (text.length <= MOST_CHARACTERS) return text;
  throw new ApiError(
    'illegal_argument_exception',
    `the profile has [${text.length}] characters, which is more than [${MOST_CHARACTERS}]: take a shorter one`,
  );
}

/** Sooner when nobody waits any more. */
function elapsed(timers: Timers, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((over) => {
    const timer = timers.after(ms, over);
    signal.addEventListener('abort', () => {
      timer.cancel();
      over();
    });
  });
}
