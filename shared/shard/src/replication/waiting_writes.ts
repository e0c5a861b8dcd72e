/** Writes that wait for their copy, which is the primary but not active yet. */
import type { Clock } from '@skein/base';
import type { ApiError } from '@skein/errors';

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: ApiError) => void;
  readonly sinceMs: number;
}

export class WaitingWrites {
  readonly #clock: Clock;
  #waiting: readonly Waiting[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  wait(): Promise<void> {
    const sinceMs = this.#clock.monotonicMs();
    return new Promise((resolve, reject) => {
      this.#waiting = [...this.#waiting, { resolve, reject, sinceMs }];
    });
  }

  letIn(): void {
    for (const { resolve } of this.#taken()) resolve();
  }

  /** Refuses the writes that came before a moment on the monotonic clock. */
  refuse(error: ApiError, beforeMs = Number.POSITIVE_INFINITY): void {
    const all = this.#taken();
    this.#waiting = all.filter(({ sinceMs }) => sinceMs >= beforeMs);
    for (const one of all) if (one.sinceMs < beforeMs) one.reject(error);
  }

  #taken(): readonly Waiting[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }
}
