/**
 * Long work in a shared event loop: a generator that yields after each small piece, run for a few
 * milliseconds at a time. Short work costs no more than a call.
 */
import type { Clock, Timers } from './ports.js';

/** Longest time for which other work waits, as long as no single piece takes longer. */
const SLICE_MS = 3;

export interface Turns {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly timers: Timers;
}

/**
 * The same work, which calls `check` after every `pieces` pieces. An error of `check` ends the
 * work.
 */
export function* checked<T>(
  work: Generator<unknown, T>,
  check: () => void,
  pieces = 1,
): Generator<void, T> {
  for (let piece = 1; ; piece++) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (piece % pieces === 0) check();
    yield;
  }
}

/** Resolves with what the work returns; rejects with what it throws. */
export async function inSlices<T>(work: Generator<unknown, T>, turns: Turns): Promise<T> {
  const slices = new Slices(turns);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    const pause = slices.pause();
    if (pause !== undefined) await pause;
  }
}

/**
 * Like `inSlices`, but returns a result that is ready within the first slice directly, without a
 * promise or a turn.
 */
export function soonInSlices<T>(work: Generator<unknown, T>, turns: Turns): T | Promise<T> {
  const endMs = turns.clock.monotonicMs() + SLICE_MS;
  do {
    const { done, value } = work.next();
    if (done === true) return value;
  } while (turns.clock.monotonicMs() < endMs);
  return afterOthers(turns).then(() => inSlices(work, turns));
}

/**
 * Slices for work in many pieces that may wait in between: results that are ready at once continue
 * without giving up the turn.
 */
export class Slices {
  readonly #turns: Turns;
  #endMs: number;

  constructor(turns: Turns) {
    this.#turns = turns;
    this.#endMs = turns.clock.monotonicMs() + SLICE_MS;
  }

  /** Call it between two pieces. Returns `undefined` as long as the slice is not over. */
  pause(): Promise<void> | undefined {
    if (this.#turns.clock.monotonicMs() < this.#endMs) return undefined;
    return afterOthers(this.#turns).then(() => {
      this.#endMs = this.#turns.clock.monotonicMs() + SLICE_MS;
    });
  }
}

function afterOthers({ timers }: Turns): Promise<void> {
  return new Promise((resolve) => void timers.after(0, resolve));
}

/** Runs all the work at once. */
export function atOnce<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
