/** Bit sets of documents. */
import { C_BIT_SET, C_RANK, C_RANK_DOC } from './layout.js';
import { i32At, setI32, u8At, u32At } from './memory.js';
import { countBits } from './vectors.js';

const BLOCK: i32 = 128;

/**
 * The index of `doc` in its block of a dense term, which must have it. `doc` never decreases within
 * a block.
 */
export function rank(c: u32, doc: i32): i32 {
  const bits = u32At(c + C_BIT_SET);
  const count = i32At(c + C_RANK) + countBits(bits, i32At(c + C_RANK_DOC), doc);
  setI32(c + C_RANK_DOC, doc);
  setI32(c + C_RANK, count);
  return count & (BLOCK - 1);
}

export function hasBitAt(bits: u32, doc: i32): i32 {
  return (u8At(bits + ((doc >>> 3) | 0)) >> (doc & 7)) & 1;
}
