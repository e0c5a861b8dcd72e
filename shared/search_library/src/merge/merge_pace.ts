/**
 * Limits the write rate of a merge, and stops it. A wait blocks the thread; a stop ends the wait,
 * and a new rate takes effect at once. As in Lucene's rate limiter, a write waits for the time that
 * earlier writes should have taken, and idle time earns no credit.
 */
import type { Clock } from '@skein/base';
import { MergeControl } from './merge_control.js';

/** Thrown when the shard is closing; it does not signal a failure. */
export class MergeStopped extends Error {
  override readonly name = 'MergeStopped';
}

/** Shorter waits are accumulated. */
const SHORTEST_WAIT_MS = 10;

export class MergePace {
  readonly #control: MergeControl;
  readonly #clock: Clock;
  /** Start of the period in which the `#written` bytes were written. */
  #sinceMs: number;
  #written = 0;

  constructor(control: SharedArrayBuffer, clock: Clock) {
    this.#control = new MergeControl(control);
    this.#clock = clock;
    this.#sinceMs = clock.monotonicMs();
  }

  check(): void {
    if (this.#control.isStopped) throw new MergeStopped('merge stopped');
  }

  /** Waits until `bytes` more bytes may be written. Call it before each write. */
  write(bytes: number): void {
    this.check();
    this.#written += bytes;
    const startedMs = this.#clock.monotonicMs();
    if (this.#dueMs() - startedMs >= SHORTEST_WAIT_MS) {
      this.#wait();
      this.#control.addHeldBack(this.#clock.monotonicMs() - startedMs);
    } else if (this.#dueMs() > startedMs) {
      return;
    }
    this.#sinceMs = this.#clock.monotonicMs();
    this.#written = 0;
  }

  #wait(): void {
    for (;;) {
      const { changes } = this.#control;
      this.check();
      const waitMs = this.#dueMs() - this.#clock.monotonicMs();
      if (!(waitMs > 0)) return;
      this.#control.wait(changes, waitMs);
    }
  }

  #dueMs(): number {
    return this.#sinceMs + (this.#written / this.#control.bytesPerSecond) * 1000;
  }
}
