/** Timers of the event loop. A pending one does not keep the process alive. */
import type { TimerHandle, Timers } from '@skein/base';

/** Longer delays overflow the timer's 32 bits and would fire at once; they take several timers. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const systemTimers: Timers = {
  after(delayMs, callback) {
    if (delayMs > MAX_DELAY_MS) return afterSeveral(delayMs, callback);
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return { cancel: () => clearTimeout(timer) };
  },
};

function afterSeveral(delayMs: number, callback: () => void): TimerHandle {
  let next = systemTimers.after(MAX_DELAY_MS, () => {
    next = systemTimers.after(delayMs - MAX_DELAY_MS, callback);
  });
  return { cancel: () => next.cancel() };
}
