/**
 * Throttles writes while a shard's merges cannot keep up, so that segments do not pile up. One
 * write runs at a time, followed by a pause in proportion to its duration: merges win, writers
 * wait, and no write is refused.
 */
import type { Clock } from '@skein/base';

/** Pause after a write, as a multiple of its duration. */
const REST = 3;
/** Shortest pause, for very short writes. */
const MIN_REST_MS = 100;

export class WriteThrottle {
  readonly #clock: Clock;
  /** Writes that wait for their turn, in order of arrival. */
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

  /** Total time of throttling. */
  get totalMs(): number {
    return this.#totalMs + (this.#isOn ? this.#clock.monotonicMs() - this.#sinceMs : 0);
  }

  /** Runs a write when it may proceed: at once, unless merges are behind. */
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

  /**
   * Updates the state; call it at intervals. When merges are not behind, all waiting writes
   * proceed; otherwise the next one does when it is due.
   */
  update(isBehind: boolean): void {
    const nowMs = this.#clock.monotonicMs();
    if (isBehind !== this.#isOn) this.#switch(isBehind, nowMs);
    if (!this.#isOn) this.release();
    else if (!this.#isTaken && nowMs >= this.#nextMs) this.#waiting.shift()?.();
  }

  /** Lets all waiting writes proceed. */
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
