/** Timers of the event loop. A pending one does not keep the process alive. */
import type { Timers } from '@skein/base';

/** Longer delays overflow the timer's 32 bits and would fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const systemTimers: Timers = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, MAX_DELAY_MS));
    timer.unref();
    return { cancel: () => clearTimeout(timer) };
  },
};
