import type { Timers } from '@skein/base';

/** How many times longer the limits of a test are: the machine may be busy. */
const PATIENCE = 100;

/** The timers for links in tests, whose ends must not give each other up on a busy machine. */
export function patientTimers(timers: Timers): Timers {
  return { after: (delayMs, callback) => timers.after(delayMs * PATIENCE, callback) };
}
