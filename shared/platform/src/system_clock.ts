/** The machine's clocks. */
import { performance } from 'node:perf_hooks';
import { hrtime } from 'node:process';
import type { Clock } from '@skein/base';

/** Number of pairs of readings, of which the closest two are taken. */
const READINGS = 10;

/**
 * Start of the thread on the process's clock. Each thread's `performance` starts at the thread's
 * birth; the clock behind it is the same, so threads may compare times.
 */
const BIRTH_MS = birthMs(processMs, () => performance.now());

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => BIRTH_MS + performance.now(),
};

/**
 * The largest difference of the two clocks: whenever the thread has to wait between the two
 * readings, the difference is too small by that time.
 */
export function birthMs(processMs: () => number, threadMs: () => number): number {
  const births = Array.from({ length: READINGS }, () => processMs() - threadMs());
  return Math.max(...births);
}

function processMs(): number {
  const [seconds, nanoseconds] = hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
