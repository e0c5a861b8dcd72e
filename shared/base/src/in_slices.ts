/**
 * Long work in an event loop that others need: a generator that yields after each small piece, run for a few milliseconds at a time. What is short
 * costs nothing more than a call.
 */
import type { Clock, Timers } from './ports.js';

/** How long others wait at most, as long as no single piece takes longer. */
const SLICE_MS = 3;

export interface Turns {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly timers: Timers;
}

/** Resolves with what the work returns; rejects with what it throws. */
export async function inSlices<T>(
  work: Generator<unknown, T>,
  { clock, timers }: Turns,
): Promise<T> {
  let endMs = clock.monotonicMs() + SLICE_MS;
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (clock.monotonicMs() < endMs) continue;
    await new Promise<void>((resolve) => void timers.after(0, resolve));
    endMs = clock.monotonicMs() + SLICE_MS;
  }
}

/** The same at once. */
export function atOnce<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
