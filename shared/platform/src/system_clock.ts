/** The machine's clocks. */
import { performance } from 'node:perf_hooks';
import { hrtime } from 'node:process';
import type { Clock } from '@skein/base';

/**
 * Start of the thread on the process's clock. Each thread's `performance` starts at the thread's
 * birth; the clock behind it is the same, so threads may compare times.
 */
const BIRTH_MS = processMs() - performance.now();

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => BIRTH_MS + performance.now(),
};

function processMs(): number {
  const [seconds, nanoseconds] = hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
