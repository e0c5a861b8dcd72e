/**
 * A share of this thread's time for one kind of work: what was not used may be used later, up to
 * some milliseconds.
 */
import type { Clock } from '@skein/base';

export interface TimeShareOptions {
  readonly clock: Clock;
  /** Of all time: 0.5 is half. */
  readonly share: number;
  /** What may be used at once after a rest. */
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

  /** Whether there is any left. */
  has(nowMs: number): boolean {
    const { share, mostMs } = this.#options;
    this.#leftMs = Math.min(mostMs, this.#leftMs + (nowMs - this.#sinceMs) * share);
    this.#sinceMs = nowMs;
    return this.#leftMs > 0;
  }

  /** It may be more than was left: then the work waits until that is made up for. */
  use(ms: number): void {
    this.#leftMs -= ms;
  }
}
