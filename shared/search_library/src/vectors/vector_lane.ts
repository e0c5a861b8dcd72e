/** How a thread's lane is used while vectors are searched: nothing else is, meanwhile. Offsets from its start. */
import { LANE_BYTES } from '../memory/arena.js';
import type { KernelFunctions } from '../search/kernels/kernels.js';

/** The kernels of a thread over the memory that a column lies in. */
export interface VectorLane {
  readonly functions: KernelFunctions;
  readonly buffer: SharedArrayBuffer;
  readonly start: number;
}

export const L_GRAPH = 0;
export const L_SCAN = 1024;
export const L_QUERY = 2048;
/** A heap of the closest. */
export const L_RESULTS = 0x20000;
export const MAX_RESULTS = 10_000;
export const L_CANDIDATES = 0x48000;
export const MAX_CANDIDATES = 30_000;
/** Bits of nodes: which count, which were seen. */
export const L_BITS = 0xc0000;
export const BITS_BYTES = LANE_BYTES - L_BITS;
/** Bytes of a query: 16,000 floats and more. */
export const MAX_QUERY_BYTES = L_RESULTS - L_QUERY;

export function bitBytes(count: number): number {
  return 4 * ((count + 31) >>> 5);
}

/** Where a list lies in the lane's memory; `undefined`: in another. */
export function addressIn({ buffer }: VectorLane, list: ArrayBufferView): number | undefined {
  return list.buffer === buffer ? list.byteOffset : undefined;
}
