/**
 * Holds writes back while a shard's merges cannot keep up, so that segments do not pile up. Then one write goes on at a time, and after each the shard
 * rests a while in proportion to the time it took: merging wins, writers wait, nobody is refused.
 */
import type { Clock } from '@skein/base';

/** Rest after a write, in times of its own duration. */
const REST = 3;
/** Least rest, for writes that take next to no time. */
const MIN_REST_MS = 100;

export class WriteThrottle {
  readonly #clock: Clock;
  /** Writes that wait for their turn, in the order they came. */
  #waiting: (() => void)[] = [];
  #isOn = false;
  #isTaken = false;
  #nextMs = 0;
  #sinceMs = 0;
  #totalMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** How long writes were held back, in all. */
  get totalMs(): number {
    return this.#totalMs + (this.#isOn ? this.#clock.monotonicMs() - this.#sinceMs : 0);
  }

  /** Runs a write when it may go on: at once, unless merges are behind. */
  async run<T>(write: () => Promise<T>): Promise<T> {
    if (!this.#isOn) return write();
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    const startMs = this.#clock.monotonicMs();
    try {
      return await write();
    } finally {
      const nowMs = this.#clock.monotonicMs();
      this.#isTaken = false;
      this.#nextMs = nowMs + Math.max(MIN_REST_MS, REST * (nowMs - startMs));
    }
  }

  /** To be called every now and then. Whether merges are behind now: whoever waits goes on when they are not, or when it is due. */
  update(isBehind: boolean): void {
    const nowMs = this.#clock.monotonicMs();
    if (isBehind !== this.#isOn) this.#switch(isBehind, nowMs);
    if (!this.#isOn) this.release();
    else if (!this.#isTaken && nowMs >= this.#nextMs) this.#waiting.shift()?.();
  }

  /** All that wait go on. */
  release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  #switch(isOn: boolean, nowMs: number): void {
    if (isOn) this.#sinceMs = nowMs;
    else this.#totalMs += nowMs - this.#sinceMs;
    this.#isOn = isOn;
  }
}
