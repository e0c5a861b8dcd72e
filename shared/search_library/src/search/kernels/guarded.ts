/** What a kernel is led to by damaged bytes, as the error that a damaged index is. */
import { corruptIndex } from '../../codec/corrupt_index.js';

/** What WebAssembly and typed arrays throw for an address out of bounds. */
const TRAPS: ReadonlySet<string> = new Set(['RuntimeError', 'RangeError']);

/** A kernel that is led beyond its memory stops: then `parts` of the segment are damaged. */
export function guarded<T>(segment: string, parts: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    const isTrap = error instanceof Error && TRAPS.has(error.name);
    throw isTrap ? corruptIndex(`${parts} are damaged: ${error.message}`, segment) : error;
  }
}
