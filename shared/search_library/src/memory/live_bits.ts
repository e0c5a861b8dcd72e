/**
 * The live documents of a segment: one bit each, in shared memory that all threads read in place.
 * Two words before the bits tell kernels where a copy is, for kernels can read only their arena.
 */
import { makeBitSet } from '../codec/bit_set.js';

export type LiveBits = SharedArrayBuffer;

const RESIDENCE_BYTES = 8;

/** A bit set in which no document is live. */
export function makeLiveBits(docCount: number): LiveBits {
  return new SharedArrayBuffer(RESIDENCE_BYTES + makeBitSet(docCount).byteLength);
}

export function wordsOfLive(bits: LiveBits): Uint32Array {
  return new Uint32Array(bits, RESIDENCE_BYTES);
}

/** The residence of the arena's copy; see `Residence`. */
export function residenceOfLive(bits: LiveBits): Int32Array {
  return new Int32Array(bits, 0, 2);
}
