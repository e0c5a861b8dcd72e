/**
 * The documents of a window as bits, 32 per word: it sets those of a clause, and counts or collects
 * all matches.
 */

import { blockBound } from './bounds.js';
import { collectWord, isCollecting } from './collect.js';
import { placeBefore, placeFrom, seek } from './cursor.js';
import { loadDocs } from './decode_block.js';
import {
  B_DOCS,
  C_BLOCK,
  C_BUFFER,
  C_FIRST,
  C_LAST,
  Q_HITS,
  Q_LIVE,
  Q_MAX_DOC,
  WINDOW,
} from './layout.js';
import { i32At, popcount, setI32, toF64, u32At } from './memory.js';

/**
 * Sets the bits of the clause's documents in the window, from the current block on; returns their
 * number. Blocks whose bounds are not above `need` are skipped (-1: none is).
 */
export function markBlocks(c: u32, base: i32, need: f64, bits: u32): i32 {
  const end = base + WINDOW;
  const docs = u32At(c + C_BUFFER) + B_DOCS;
  let found = 0;
  let target = base;
  while (target < end && seek(c, target)) {
    if (i32At(c + C_FIRST) >= end) break;
    const last = i32At(c + C_LAST);
    if (need < 0 || toF64(blockBound(c, i32At(c + C_BLOCK))) > need) {
      loadDocs(c);
      const from = placeFrom(c, target);
      const to = placeBefore(c, end);
      for (let i = from; i < to; i++) {
        const slot = (i32At(docs + 4 * i) - base) & (WINDOW - 1);
        const at = bits + 4 * (slot >> 5);
        setI32(at, i32At(at) | (1 << (slot & 31)));
      }
      found += to - from;
    }
    target = last + 1;
  }
  return found;
}

/** Number of words that contain documents of the segment. */
export function wordsIn(base: i32, maxDoc: i32): i32 {
  return maxDoc - base < WINDOW ? (maxDoc - base + 31) >> 5 : WINDOW / 32;
}

/**
 * The live documents of word `i`; `live` is the address of the window's live bits, 0 when all are
 * live.
 */
export function wordAt(bits: u32, live: u32, i: i32, left: i32): i32 {
  let word = i32At(bits + 4 * i);
  if (live !== 0) word &= i32At(live + 4 * i);
  return left - 32 * i < 32 ? word & ~(-1 << (left - 32 * i)) : word;
}

export function liveWords(lane: u32, base: i32): u32 {
  const live = u32At(lane + Q_LIVE);
  return live === 0 ? 0 : live + ((base >>> 3) | 0);
}

/** Counts all matches of the window, and collects them if requested. */
export function countWords(lane: u32, bits: u32, base: i32): i32 {
  const left = i32At(lane + Q_MAX_DOC) - base;
  const words = wordsIn(base, base + left);
  const live = liveWords(lane, base);
  const collecting = isCollecting(lane);
  let count = 0;
  for (let i = 0; i < words; i++) {
    const word = wordAt(bits, live, i, left);
    count += popcount(word);
    if (collecting) collectWord(lane, word, base + 32 * i);
  }
  setI32(lane + Q_HITS, i32At(lane + Q_HITS) + count);
  return count;
}
