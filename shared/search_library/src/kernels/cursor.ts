/**
 * A term of the query with its position. A clause is the address of its fields; this file finds and
 * enters its blocks.
 */
import { decodeSingles, padBlock, scoreBlock } from './decode_block.js';
import { entry, maxDocOf } from './entries.js';
import {
  B_DOCS,
  B_SCORES,
  C_BLOCK,
  C_BLOCKS,
  C_BOUND_BLOCK,
  C_BUFFER,
  C_COUNT,
  C_DATA,
  C_DOC_FREQ,
  C_ENTRY_BYTES,
  C_FACTORS,
  C_FIRST,
  C_KIND,
  C_LAST,
  C_LONE_POSITIONS,
  C_POSITION_BITS,
  C_POSITIONS,
  C_RANK,
  C_RANK_DOC,
  C_READY,
  C_SMALL_BOUND,
  READY_DOCS,
  READY_FREQS,
  SMALL,
} from './layout.js';
import { damaged, f32At, i32At, setF32, setI32, u32At } from './memory.js';

const BLOCK: i32 = 128;

/** Must be called once before anything else. */
export function openClause(c: u32): void {
  setI32(c + C_BLOCK, -1);
  setI32(c + C_FIRST, 0);
  setI32(c + C_LAST, -1);
  setI32(c + C_READY, 0);
  setI32(c + C_BOUND_BLOCK, 0);
  if (i32At(c + C_KIND) & SMALL) openSmall(c);
}

/** Decodes a small term as a whole; its bound is its best score. */
function openSmall(c: u32): void {
  const buffer = u32At(c + C_BUFFER);
  const count = i32At(c + C_DOC_FREQ);
  if (u32At(c + C_DATA) === 0) {
    setI32(c + C_POSITIONS, i32At(c + C_LONE_POSITIONS));
    padBlock(buffer, count);
  } else {
    setI32(c + C_POSITIONS, decodeSingles(c, u32At(c + C_DATA), count, -1));
  }
  setI32(c + C_BLOCK, 0);
  setI32(c + C_LAST, i32At(buffer + B_DOCS + 4 * (count - 1)));
  setI32(c + C_COUNT, count);
  setI32(c + C_POSITION_BITS, -1);
  setI32(c + C_READY, READY_DOCS | READY_FREQS);
  let best: f32 = 0;
  if (u32At(c + C_FACTORS) !== 0) {
    scoreBlock(c);
    for (let i = 0; i < count; i++) {
      const score = f32At(buffer + B_SCORES + 4 * i);
      if (score > best) best = score;
    }
  }
  setF32(c + C_SMALL_BOUND, best);
}

/**
 * Moves to the block that may contain `target`, from the current block on; false when there is
 * none. Galloping, then binary search.
 */
export function seek(c: u32, target: i32): boolean {
  if (target <= i32At(c + C_LAST)) return true;
  const block = findBlock(c, i32At(c + C_BLOCK) + 1, target);
  if (block >= i32At(c + C_BLOCKS)) return false;
  enterBlock(c, block);
  return true;
}

export function findBlock(c: u32, from: i32, target: i32): i32 {
  const count = i32At(c + C_BLOCKS);
  if (i32At(c + C_KIND) & SMALL) return from === 0 && target <= i32At(c + C_LAST) ? 0 : 1;
  const width = i32At(c + C_ENTRY_BYTES);
  const data = u32At(c + C_DATA);
  let step = 1;
  let low = from;
  let high = from;
  while (high < count && i32At(data + high * width) < target) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  if (high > count) high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (i32At(data + middle * width) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function enterBlock(c: u32, block: i32): void {
  if (i32At(c + C_KIND) & SMALL) return;
  const first = block === 0 ? 0 : i32At(entry(c, block - 1)) + 1;
  const last = i32At(entry(c, block));
  if (first < 0 || first > last || last >= maxDocOf(c)) damaged();
  const rest = i32At(c + C_DOC_FREQ) - block * BLOCK;
  setI32(c + C_BLOCK, block);
  setI32(c + C_FIRST, first);
  setI32(c + C_LAST, last);
  setI32(c + C_COUNT, rest < BLOCK ? rest : BLOCK);
  setI32(c + C_READY, 0);
  setI32(c + C_RANK_DOC, first);
  setI32(c + C_RANK, 0);
}

/**
 * Index of the first document >= target in the decoded block, whose last document is not before the
 * target.
 */
export function lowerBound(c: u32, target: i32): i32 {
  const docs = u32At(c + C_BUFFER) + B_DOCS;
  let place = 0;
  for (let step = 64; step > 0; step >>= 1) {
    place += i32At(docs + 4 * (place + step - 1)) < target ? step : 0;
  }
  return place;
}

/** Index of the first document >= `doc` in the decoded block. */
export function placeFrom(c: u32, doc: i32): i32 {
  return doc > i32At(c + C_FIRST) ? lowerBound(c, doc) : 0;
}

/** Index after the last document before `end` in the decoded block. */
export function placeBefore(c: u32, end: i32): i32 {
  return i32At(c + C_LAST) < end ? i32At(c + C_COUNT) : lowerBound(c, end);
}
