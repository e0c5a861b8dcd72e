/**
 * How fast a merge may write, and whether it may go on at all. Waits block the thread; being told to stop ends them, and a new rate counts at once. As in
 * Lucene's rate limiter a write waits for the time those before it should have taken; time in which nothing was written is not saved up.
 */
import type { Clock } from '@skein/base';
import { MergeControl } from './merge_control.js';

/** Not an error of anything: the shard is closing. */
export class MergeStopped extends Error {
  override readonly name = 'MergeStopped';
}

/** Shorter waits are saved up. */
const SHORTEST_WAIT_MS = 10;

export class MergePace {
  readonly #control: MergeControl;
  readonly #clock: Clock;
  /** Written since. */
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

  /** Before so many bytes are written: waits until they may be. */
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
