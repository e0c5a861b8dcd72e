/**
 * Which documents of a segment are live: one bit each, in shared memory that all threads read in place. Before them two words that say where kernels find a
 * copy, for they read nothing outside their arena.
 */
import { makeBitSet } from '../codec/bit_set.js';

export type LiveBits = SharedArrayBuffer;

const RESIDENCE_BYTES = 8;

/** No document is. */
export function makeLiveBits(docCount: number): LiveBits {
  return new SharedArrayBuffer(RESIDENCE_BYTES + makeBitSet(docCount).byteLength);
}

export function wordsOfLive(bits: LiveBits): Uint32Array {
  return new Uint32Array(bits, RESIDENCE_BYTES);
}

/** See `Residence`. */
export function residenceOfLive(bits: LiveBits): Int32Array {
  return new Int32Array(bits, 0, 2);
}
