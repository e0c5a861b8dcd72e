/**
 * A long body that becomes objects of the main thread. Its bytes are counted when they come; what
 * is made of them may be sixty times as much (an empty object is three bytes in JSON), and a heap
 * that is full ends the process. So the heap is looked at again and again, and whether anybody
 * waits.
 */
import { ApiError } from '@skein/errors';

export interface HeapGuard {
  /** Throws circuit_breaking_exception when the heap has no room for what long bodies become. */
  check(): void;
}

export interface Watch {
  readonly signal: AbortSignal;
  readonly heap: HeapGuard;
}

/** Pieces between two looks, each up to a hundred values: a few megabytes. */
const PIECES = 512;

/** The same work, refused or given up in between. */
export function* watchedReading<T>(
  work: Generator<unknown, T>,
  { signal, heap }: Watch,
): Generator<void, T> {
  for (let piece = 1; ; piece++) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (piece % PIECES === 0) {
      if (signal.aborted) throw new ApiError('task_cancelled_exception', 'nobody waits any more');
      heap.check();
    }
    yield;
  }
}
