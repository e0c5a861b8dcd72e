/** Turns the failure of a kernel on damaged bytes into the error of a damaged index. */
import { corruptIndex } from '../../codec/corrupt_index.js';

/** The errors that WebAssembly and typed arrays throw for an address out of bounds. */
const TRAPS: ReadonlySet<string> = new Set(['RuntimeError', 'RangeError']);

/**
 * Runs a kernel. If it reads beyond its memory, it stops, and the `parts` of the segment are
 * damaged.
 */
export function guarded<T>(segment: string, parts: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    const isTrap = error instanceof Error && TRAPS.has(error.name);
    throw isTrap ? corruptIndex(`${parts} are damaged: ${error.message}`, segment) : error;
  }
}
