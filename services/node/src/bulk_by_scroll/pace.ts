/**
 * The rate limit of document writes: after each page, waits until the time allotted to that page
 * has passed. A higher rate shortens the current wait; a lower one applies from the next page.
 */
import type { Clock, TimerHandle, Timers } from '@skein/base';

interface Wait {
  readonly startMs: number;
  delayMs: number;
  timer: TimerHandle;
  readonly done: () => void;
}

export class Pace {
  readonly #clock: Clock;
  readonly #timers: Timers;
  #perSecond: number;
  #throttledMs = 0;
  #wait: Wait | undefined;

  constructor(perSecond: number, { clock, timers }: { clock: Clock; timers: Timers }) {
    this.#perSecond = perSecond;
    this.#clock = clock;
    this.#timers = timers;
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  get throttledMs(): number {
    return Math.round(this.#throttledMs);
  }

  /** Remaining time of the current wait, in milliseconds. */
  get untilMs(): number {
    if (this.#wait === undefined) return 0;
    const { startMs, delayMs } = this.#wait;
    return Math.max(0, Math.round(startMs + delayMs - this.#clock.monotonicMs()));
  }

  /**
   * Waits out the time allotted to a page of `count` documents that began at `startMs`; an abort
   * ends the wait.
   */
  async after(count: number, startMs: number, signal: AbortSignal): Promise<void> {
    const nowMs = this.#clock.monotonicMs();
    const delayMs = (count * 1000) / this.#perSecond - (nowMs - startMs);
    if (!(delayMs > 0) || signal.aborted) return;
    await new Promise<void>((done) => {
      const timer = this.#timers.after(delayMs, done);
      this.#wait = { startMs: nowMs, delayMs, timer, done };
      signal.addEventListener('abort', () => done(), { once: true });
    });
    this.#wait?.timer.cancel();
    this.#wait = undefined;
    this.#throttledMs += this.#clock.monotonicMs() - nowMs;
  }

  change(perSecond: number): void {
    const before = this.#perSecond;
    this.#perSecond = perSecond;
    const wait = this.#wait;
    if (wait === undefined || perSecond <= before) return;
    const left = (this.untilMs * before) / perSecond;
    wait.timer.cancel();
    wait.delayMs = this.#clock.monotonicMs() - wait.startMs + left;
    wait.timer = this.#timers.after(left, wait.done);
  }
}
