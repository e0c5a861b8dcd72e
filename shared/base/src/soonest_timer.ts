/**
 * A timer for work that several causes request: it fires at the earliest requested time, and no
 * request delays another.
 */
import type { Clock, TimerHandle, Timers } from './ports.js';

export class SoonestTimer {
  readonly #parts: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly timers: Timers };
  readonly #work: () => void;
  #timer: TimerHandle | undefined;
  #atMs = Number.POSITIVE_INFINITY;
  #isStopped = false;

  constructor(
    parts: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly timers: Timers },
    work: () => void,
  ) {
    this.#parts = parts;
    this.#work = work;
  }

  /** Requests the work within `delayMs` milliseconds. */
  in(delayMs: number): void {
    const { clock, timers } = this.#parts;
    const atMs = clock.monotonicMs() + delayMs;
    if (this.#isStopped || atMs >= this.#atMs) return;
    this.#timer?.cancel();
    this.#atMs = atMs;
    this.#timer = timers.after(delayMs, () => {
      this.#atMs = Number.POSITIVE_INFINITY;
      this.#work();
    });
  }

  /** Stops the timer forever. */
  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }
}

/** Resolves after `delayMs`, or when the signal aborts; at once if it has. */
export function pauseFor(delayMs: number, timers: Timers, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((done) => {
    const stop = () => {
      timer.cancel();
      done();
    };
    const timer = timers.after(delayMs, () => {
      signal.removeEventListener('abort', stop);
      done();
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}
