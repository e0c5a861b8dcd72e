/**
 * A rate in bytes per second that all senders share: each waits until the bytes before it are sent.
 * After a pause, the amount of 100 ms may be sent at once.
 */
import type { Clock, Timers } from './ports.js';

/** The amount that may be sent at once after a pause, as its duration at the rate. */
const BURST_MS = 100;

export class BytePace {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #timers: Timers;
  /** Time at which everything admitted so far will have been sent at the rate. */
  #paidUntilMs = Number.NEGATIVE_INFINITY;

  constructor(parts: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly timers: Timers }) {
    this.#clock = parts.clock;
    this.#timers = parts.timers;
  }

  /**
   * Resolves when `bytes` more may be sent, with the milliseconds that the caller waited, which
   * some callers report as throttled time. The rate may change with each call, without effect on
   * bytes admitted earlier; 0 or less: no limit.
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
