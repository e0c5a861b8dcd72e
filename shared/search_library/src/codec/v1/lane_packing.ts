/**
 * Frame of reference in four lanes: value `i` of 128 is in lane `i & 3`. Each lane holds its 32
 * values of `bits` bits one after the other, least significant first, in words of 32 bits; word `w`
 * of lane `l` is word `4 * w + l` of the block. So one SIMD instruction unpacks four neighbours. A
 * block takes 16 bytes per bit of width. Lemire and Boytsov, "Decoding billions of integers per
 * second" (2015).
 */
import type { GrowableBytes } from '../growable.js';
import { BLOCK_DOCS } from './postings_layout.js';

const LANES = 4;

/** Number of bits that the largest value needs. */
export function bitsNeeded(values: Uint32Array): number {
  let all = 0;
  for (let i = 0; i < values.length; i++) all |= values[i];
  return 32 - Math.clz32(all);
}

/** Packs exactly 128 `values`, each of at most `bits` bits. */
export function packLanes(values: Uint32Array, bits: number, out: GrowableBytes): void {
  const words = new Uint32Array(LANES * bits);
  for (let i = 0; i < BLOCK_DOCS; i++) {
    const lane = i & 3;
    const bit = (i >>> 2) * bits;
    const shift = bit & 31;
    const word = LANES * (bit >>> 5) + lane;
    words[word] |= values[i] << shift;
    if (shift + bits > 32) words[word + LANES] |= values[i] >>> (32 - shift);
  }
  for (const word of words) out.u32(word);
}

export function unpackLanes(
  view: DataView,
  start: number,
  bits: number,
  target: Uint32Array,
): void {
  if (bits === 0) {
    target.fill(0, 0, BLOCK_DOCS);
    return;
  }
  const mask = bits === 32 ? 0xffffffff : (1 << bits) - 1;
  for (let row = 0, bit = 0; row < BLOCK_DOCS; row += LANES, bit += bits) {
    const shift = bit & 31;
    const at = start + 16 * (bit >>> 5);
    const split = shift + bits > 32;
    for (let lane = 0; lane < LANES; lane++) {
      let value = view.getUint32(at + 4 * lane, true) >>> shift;
      if (split) value |= view.getUint32(at + 16 + 4 * lane, true) << (32 - shift);
      target[row + lane] = value & mask;
    }
  }
}
