/**
 * The layout of a thread's lane of scratch memory during a vector search, which uses all of it.
 * Offsets are from the lane's start.
 */
import { LANE_BYTES } from '../memory/arena.js';
import type { KernelFunctions } from '../search/kernels/kernels.js';

/** The kernels of a thread over the memory that holds a column. */
export interface VectorLane {
  readonly functions: KernelFunctions;
  readonly buffer: SharedArrayBuffer;
  readonly start: number;
}

export const L_GRAPH = 0;
export const L_SCAN = 1024;
export const L_QUERY = 2048;
/** A heap of the closest nodes. */
export const L_RESULTS = 0x20000;
export const MAX_RESULTS = 10_000;
export const L_CANDIDATES = 0x48000;
export const MAX_CANDIDATES = 30_000;
/** Bits of nodes: the accepted ones and the visited ones. */
export const L_BITS = 0xc0000;
export const BITS_BYTES = LANE_BYTES - L_BITS;
/** Maximum bytes of a query: more than 16,000 floats. */
export const MAX_QUERY_BYTES = L_RESULTS - L_QUERY;

export function bitBytes(count: number): number {
  return 4 * ((count + 31) >>> 5);
}

/** The address of a list in the lane's memory; `undefined`: the list is in another memory. */
export function addressIn({ buffer }: VectorLane, list: ArrayBufferView): number | undefined {
  return list.buffer === buffer ? list.byteOffset : undefined;
}
