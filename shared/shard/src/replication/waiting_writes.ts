/**
 * Writes to a copy that is the primary but not active yet. They wait until the copy is active
 * (`letIn`) or cannot become so (`refuse`).
 */
import type { Clock } from '@skein/base';
import type { ApiError } from '@skein/errors';

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: ApiError) => void;
  /** The arrival of the write, on the monotonic clock. */
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

  /** Resolves when the copy is the active primary; rejects if the write is refused. */
  wait(): Promise<void> {
    const sinceMs = this.#clock.monotonicMs();
    return new Promise((resolve, reject) => {
      this.#waiting = [...this.#waiting, { resolve, reject, sinceMs }];
    });
  }

  letIn(): void {
    for (const { resolve } of this.#taken()) resolve();
  }

  /** Refuses the writes that arrived before `beforeMs` on the monotonic clock. */
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
