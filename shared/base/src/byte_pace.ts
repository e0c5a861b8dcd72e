/**
 * A pace in bytes per second that all who send share: each waits for what those before it may send. After a pause, what 100 ms would have taken may go at once.
 */
import type { Clock, Timers } from './ports.js';

/** How much may go at once after a pause, as the time it takes at the pace. */
const BURST_MS = 100;

export class BytePace {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #timers: Timers;
  /** When all that was admitted so far will have been sent at the pace. */
  #paidUntilMs = Number.NEGATIVE_INFINITY;

  constructor(parts: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly timers: Timers }) {
    this.#clock = parts.clock;
    this.#timers = parts.timers;
  }

  /**
   * Resolves when so many bytes more may go. The pace may be another at each call, and what was admitted at the earlier one keeps its time; 0 or less: there is no limit.
   * The milliseconds that the caller was held up, which some report as throttled time.
   */
  async admit(bytes: number, bytesPerSecond: number): Promise<number> {
    if (bytesPerSecond <= 0) return 0;
    const nowMs = this.#clock.monotonicMs();
    const sendMs = (bytes * 1000) / bytesPerSecond;
    this.#paidUntilMs = Math.max(this.#paidUntilMs, nowMs - BURST_MS) + sendMs;
    const waitMs = this.#paidUntilMs - nowMs;
    if (waitMs <= 0) return 0;
    await new Promise<void>((resolve) => void this.#timers.after(waitMs, resolve));
    return waitMs;
  }
}
