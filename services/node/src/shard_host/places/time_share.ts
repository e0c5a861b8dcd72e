/**
 * A share of this thread's time for one kind of work. Unused time accumulates up to some
 * milliseconds.
 */
import type { Clock } from '@skein/base';

interface TimeShareOptions {
  readonly clock: Clock;
  /** Fraction of all time: 0.5 is half. */
  readonly share: number;
  /** Most time that accumulates. */
  readonly mostMs: number;
}

export class TimeShare {
  readonly #options: TimeShareOptions;
  #leftMs: number;
  #sinceMs: number;

  constructor(options: TimeShareOptions) {
    this.#options = options;
    this.#leftMs = options.mostMs;
    this.#sinceMs = options.clock.monotonicMs();
  }

  /** True if time is left. */
  has(nowMs: number): boolean {
    const { share, mostMs } = this.#options;
    this.#leftMs = Math.min(mostMs, this.#leftMs + (nowMs - this.#sinceMs) * share);
    this.#sinceMs = nowMs;
    return this.#leftMs > 0;
  }

  /** Spends time, possibly more than was left; work then waits until the debt is paid. */
  use(ms: number): void {
    this.#leftMs -= ms;
  }
}
