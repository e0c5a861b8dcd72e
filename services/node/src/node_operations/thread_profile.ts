/** A profile of one thread of this node: its CPU time, or the origin of its allocated memory. */
import type { Timers } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { ProfileKind, ThreadProfiler } from '@skein/platform';

export const PROFILE_KINDS: readonly ProfileKind[] = ['cpu', 'heap'];
/** Sampling slows the thread by some percent, and a profile grows with its duration. */
export const LONGEST_PROFILE_MS = 60_000;
const MOST_CHARACTERS = 64 * 1024 * 1024;

export interface ProfileOrder {
  /** `main`, or the name of a thread as shown by hot threads. */
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

/** Resolves earlier if the caller aborts. */
function elapsed(timers: Timers, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((over) => {
    const timer = timers.after(ms, over);
    signal.addEventListener('abort', () => {
      timer.cancel();
      over();
    });
  });
}
