/**
 * How fast documents are written: after each page the next is waited for until the time its
 * predecessor was given is over. A faster pace cuts the wait that is on; a slower one counts from
 * the next page.
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

  /** How long the wait that is on goes on. */
  get untilMs(): number {
    if (this.#wait === undefined) return 0;
    const { startMs, delayMs } = this.#wait;
    return Math.max(0, Math.round(startMs + delayMs - this.#clock.monotonicMs()));
  }

  /**
   * Waits as long as a page of `count` documents, begun at `startMs`, has earned; an abort ends the
   * wait.
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
