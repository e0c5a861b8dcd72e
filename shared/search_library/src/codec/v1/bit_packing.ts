/**
 * Frame-of-reference packing: `count` values of `bits` bits each, least significant first, over 32-bit little-endian words. A block of
 * 128 values takes exactly 4 words a bit; 0 bits take none.
 */
import type { GrowableU32 } from '../growable.js';

/** Bits the largest of the first `count` values needs. */
export function bitsNeeded(values: Uint32Array, count: number): number {
  let all = 0;
  for (let i = 0; i < count; i++) all |= values[i];
  return 32 - Math.clz32(all);
}

export function packedWords(count: number, bits: number): number {
  return Math.ceil((count * bits) / 32);
}

export function pack(values: Uint32Array, count: number, bits: number, out: GrowableU32): void {
  if (bits === 0) return;
  let word = 0;
  let filled = 0;
  for (let i = 0; i < count; i++) {
    const value = values[i];
    word |= value << filled;
    filled += bits;
    if (filled >= 32) {
      out.push(word >>> 0);
      filled -= 32;
      word = filled === 0 ? 0 : value >>> (bits - filled);
    }
  }
  if (filled > 0) out.push(word >>> 0);
}

export function unpack(
  words: Uint32Array,
  start: number,
  count: number,
  bits: number,
  target: Uint32Array,
): void {
  if (bits === 0) {
    target.fill(0, 0, count);
    return;
  }
  const mask = bits === 32 ? 0xffffffff : (1 << bits) - 1;
  let bit = 0;
  for (let i = 0; i < count; i++) {
    const index = start + (bit >>> 5);
    const shift = bit & 31;
    let value = words[index] >>> shift;
    if (shift + bits > 32) value |= words[index + 1] << (32 - shift);
    target[i] = value & mask;
    bit += bits;
  }
}
