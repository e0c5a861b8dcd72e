/** The machine's clocks. */
import { performance } from 'node:perf_hooks';
import type { Clock } from '@skein/base';

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};
