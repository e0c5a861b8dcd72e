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
  C_WINDOW_BOUND,
  C_WINDOW_FREQ,
  SMALL,
} from './layout.js';
import {
  addF,
  divF,
  f32At,
  i32At,
  intToF32,
  mulF,
  setI32,
  subF,
  toF64,
  u8At,
  u32At,
} from './memory.js';
import { classBound, leastBytes } from './vectors.js';

/** Number of blocks in a superblock. */
export const SUPER: i32 = 32;
const SUPER_BYTES: i32 = 8;
const LAST_CLASS_FREQ: f32 = 4;
const ANY_FREQ: i32 = 255;
const NO_NORMS: i32 = -1;

/** An upper bound of the scores in the block. */
export function blockBound(c: u32, block: i32): f32 {
  if (i32At(c + C_KIND) & SMALL) return f32At(c + C_SMALL_BOUND);
  const at = entry(c, block);
  return bound(c, i32At(at + E_NORMS), u8At(at + E_MAX_FREQ));
}

/** 0 for a clause without scores, which has no table of factors. `norms` are four bytes. */
function bound(c: u32, norms: i32, maxFreq: i32): f32 {
  const factors = u32At(c + C_FACTORS);
  if (factors === 0) return 0;
  return classBound(norms, freqOf(maxFreq), f32At(c + C_WEIGHT), factors);
}

/** The frequency that a stored one stands for: 255 for any from there on. */
function freqOf(stored: i32): f32 {
  return stored >= ANY_FREQ ? Infinity : intToF32(stored);
}

/** An upper bound of the scores in the 32 blocks from `block`, a multiple of 32, on. */
export function superBound(c: u32, block: i32): f32 {
  return bound(c, i32At(superEntry(c, block)), superMaxFreq(c, block));
}

/**
 * A score that some document of the block has or exceeds: each frequency class has a document with
 * its norm, and the last class has frequencies from `LAST_CLASS_FREQ` on.
 */
export function attainedInBlock(c: u32, block: i32): f32 {
  return attained(c, entry(c, block) + E_NORMS);
}

/** The same for the superblock `index`. */
export function attainedInSuper(c: u32, index: i32): f32 {
  return attained(c, superEntry(c, index * SUPER));
}

function attained(c: u32, norms: u32): f32 {
  return classBound(i32At(norms), LAST_CLASS_FREQ, f32At(c + C_WEIGHT), u32At(c + C_FACTORS));
}

function superEntry(c: u32, block: i32): u32 {
  return u32At(c + C_SUPERS) + (block / SUPER) * SUPER_BYTES;
}

/** Greatest frequency in the superblock of `block`, a multiple of 32; 255: 255 or more. */
export function superMaxFreq(c: u32, block: i32): i32 {
  return u8At(superEntry(c, block) + 4);
}

/** The score of a document with a frequency, 255 for any, and an encoded length. */
export function scoreAt(c: u32, freq: i32, code: i32): f32 {
  const weight = f32At(c + C_WEIGHT);
  const factor = f32At(u32At(c + C_FACTORS) + 4 * code);
  return subF(weight, divF(weight, addF(1, mulF(freqOf(freq), factor))));
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
  let greatest = 0;
  let norms = NO_NORMS;
  while (block < count) {
    if (block > 0 && i32At(entry(c, block - 1)) >= to) break;
    const at = entry(c, block);
    const whole =
      (block & (SUPER - 1)) === 0 &&
      block + SUPER <= count &&
      i32At(entry(c, block + SUPER - 1)) <= to;
    const freq = whole ? superMaxFreq(c, block) : u8At(at + E_MAX_FREQ);
    if (freq > greatest) greatest = freq;
    norms = leastBytes(norms, whole ? superEntry(c, block) : at + E_NORMS);
    block += whole ? SUPER : 1;
  }
  setI32(c + C_WINDOW_FREQ, greatest);
  return bound(c, norms, greatest);
}

/** The sum of the bounds in the window of the clauses from index `from` of a list on. */
export function windowBounds(list: u32, from: i32, count: i32): f64 {
  let sum: f64 = 0;
  for (let i = from; i < count; i++) sum += toF64(f32At(u32At(list + 4 * i) + C_WINDOW_BOUND));
  return sum;
}
