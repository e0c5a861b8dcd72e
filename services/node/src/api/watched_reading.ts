/**
 * Parses a long body to objects on the main thread. The bytes are accounted when they arrive, but
 * the objects may take sixty times as much (an empty object is three bytes in JSON), and a full
 * heap ends the process. So the heap and the abort signal are checked periodically.
 */
import { checked } from '@skein/base';
import { ApiError } from '@skein/errors';

export interface HeapGuard {
  /** Throws circuit_breaking_exception if the heap has no room for the objects of long bodies. */
  check(): void;
}

interface Watch {
  readonly signal: AbortSignal;
  readonly heap: HeapGuard;
}

/**
 * Number of pieces between two checks; each has up to a hundred values, so this is a few megabytes.
 */
const PIECES = 512;

/** The same work, with these checks in between. */
export function watchedReading<T>(
  work: Generator<unknown, T>,
  { signal, heap }: Watch,
): Generator<void, T> {
  const check = (): void => {
    if (signal.aborted) throw new ApiError('task_cancelled_exception', 'nobody waits any more');
    heap.check();
  };
  return checked(work, check, PIECES);
}
