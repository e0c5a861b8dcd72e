/** Upper bounds of a term's scores in a block, in 32 blocks, and in a range of documents. */
import { findBlock } from './cursor.js';
import { E_MAX_FREQ, E_NORMS, entry } from './entries.js';
import {
  B_DOCS,
  C_BLOCK,
  C_BLOCKS,
  C_BOUND_BLOCK,
  C_BUFFER,
  C_FACTORS,
  C_KIND,
  C_LAST,
  C_SMALL_BOUND,
  C_SUPERS,
  C_WEIGHT,
  C_WINDOW_FREQ,
  SMALL,
} from './layout.js';
import { f32At, i32At, intToF32, setI32, u8At, u32At } from './memory.js';
import { classBound } from './vectors.js';

const SUPER: i32 = 32;
const SUPER_BYTES: i32 = 8;

/** An upper bound of the scores in the block. */
export function blockBound(c: u32, block: i32): f32 {
  if (i32At(c + C_KIND) & SMALL) return f32At(c + C_SMALL_BOUND);
  const at = entry(c, block);
  return bound(c, at + E_NORMS, u8At(at + E_MAX_FREQ));
}

/** 0 for a clause without scores, which has no table of factors. */
function bound(c: u32, norms: u32, maxFreq: i32): f32 {
  const factors = u32At(c + C_FACTORS);
  if (factors === 0) return 0;
  const freq: f32 = maxFreq === 255 ? Infinity : intToF32(maxFreq);
  return classBound(norms, freq, f32At(c + C_WEIGHT), factors);
}

/** An upper bound of the scores in the 32 blocks from `block`, a multiple of 32, on. */
export function superBound(c: u32, block: i32): f32 {
  const at = u32At(c + C_SUPERS) + (block / SUPER) * SUPER_BYTES;
  return bound(c, at, u8At(at + 4));
}

function superMaxFreq(c: u32, block: i32): i32 {
  return u8At(u32At(c + C_SUPERS) + (block / SUPER) * SUPER_BYTES + 4);
}

/** Greatest frequency in the current block; 255: 255 or more. */
export function blockMaxFreq(c: u32): i32 {
  if (i32At(c + C_KIND) & SMALL) return 255;
  return u8At(entry(c, i32At(c + C_BLOCK)) + E_MAX_FREQ);
}

/**
 * An upper bound of the scores of the documents from `from` to `to`; 0 when there are none. `from`
 * never decreases.
 */
export function boundBetween(c: u32, from: i32, to: i32): f32 {
  const count = i32At(c + C_BLOCKS);
  if (i32At(c + C_KIND) & SMALL) {
    const docs = u32At(c + C_BUFFER) + B_DOCS;
    setI32(c + C_WINDOW_FREQ, 255);
    return from <= i32At(c + C_LAST) && i32At(docs) <= to ? f32At(c + C_SMALL_BOUND) : 0;
  }
  let block = i32At(c + C_BOUND_BLOCK);
  if (block < count && i32At(entry(c, block)) < from) {
    block = findBlock(c, block + 1, from);
    setI32(c + C_BOUND_BLOCK, block);
  }
  let best: f32 = 0;
  let greatest = 0;
  while (block < count) {
    if (block > 0 && i32At(entry(c, block - 1)) >= to) break;
    const whole =
      (block & (SUPER - 1)) === 0 &&
      block + SUPER <= count &&
      i32At(entry(c, block + SUPER - 1)) <= to;
    const score = whole ? superBound(c, block) : blockBound(c, block);
    if (score > best) best = score;
    const freq = whole ? superMaxFreq(c, block) : u8At(entry(c, block) + E_MAX_FREQ);
    if (freq > greatest) greatest = freq;
    block += whole ? SUPER : 1;
  }
  setI32(c + C_WINDOW_FREQ, greatest);
  return best;
}
