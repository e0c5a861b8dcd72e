/**
 * Shared WebAssembly memories, called arenas: every thread can run a kernel over the data in an
 * arena without copying it. The first bytes belong to the kernels, which get one lane of scratch
 * memory for each thread that runs them. A `SegmentSpace` allocates blocks in the rest.
 *
 * An arena is created at its full length. Pages that were never written cost address space, not
 * memory, and a length that never changes keeps every view of the arena valid.
 */

/** Threads that may run kernels over one arena at the same time; see `kernels/`. */
export const LANES = 32;
/**
 * Bytes a kernel may write to in its lane. The last third is for iterating over terms and for
 * aggregated blocks.
 */
export const LANE_BYTES = 3 << 20;
/** The address at which blocks begin. */
export const RESERVED_BYTES = LANES * LANE_BYTES;

const PAGE_BYTES = 64 * 1024;
/**
 * Vectors are read 16 bytes at a time, even past the end of a list. This guard keeps reads past the
 * last block inside the arena.
 */
const GUARD_BYTES = 1024;
const MAX_ARENA_BYTES = 4 * 1024 * 1024 * 1024;
/** The most bytes that the blocks of one arena may take together. */
export const MAX_ROOM_BYTES = MAX_ARENA_BYTES - RESERVED_BYTES - PAGE_BYTES;

/** Throws `RangeError` when the machine has no address space left. */
export function makeArena(roomBytes: number): WebAssembly.Memory {
  const pages = Math.ceil((RESERVED_BYTES + roomBytes + GUARD_BYTES) / PAGE_BYTES);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}
