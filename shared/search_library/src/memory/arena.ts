/**
 * Shared WebAssembly memories, "arenas", so that every thread can run a kernel over what lies in one without copying it. Their first bytes belong to the kernels, a
 * lane for each thread that runs them; the rest is the room of a `SegmentSpace`.
 *
 * An arena is made at its full length: pages that nothing was written to cost address space, not memory, and a length that never changes
 * keeps every view of it valid.
 */

/** Threads that may run kernels over one arena at a time; see `kernels/`. */
export const LANES = 32;
/** What a kernel may write to, a lane: its last third is for walks over terms and blocks that are aggregated. */
export const LANE_BYTES = 3 << 20;
/** Where blocks begin. */
export const RESERVED_BYTES = LANES * LANE_BYTES;

const PAGE_BYTES = 64 * 1024;
/** Vectors are read 16 bytes at a time, beyond the end of a list too: what follows the last block is still inside. */
const GUARD_BYTES = 1024;
const MAX_ARENA_BYTES = 4 * 1024 * 1024 * 1024;
/** Most that blocks of one arena may take together. */
export const MAX_ROOM_BYTES = MAX_ARENA_BYTES - RESERVED_BYTES - PAGE_BYTES;

/** `RangeError` when the machine has no address space left. */
export function makeArena(roomBytes: number): WebAssembly.Memory {
  const pages = Math.ceil((RESERVED_BYTES + roomBytes + GUARD_BYTES) / PAGE_BYTES);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}
