/**
 * Counts or collects the documents of the optional clauses: one bit per document of the window,
 * with whole bit sets of dense terms at once.
 */
import {
  BITS,
  C_BIT_SET,
  C_KIND,
  CLAUSE_BYTES,
  CLAUSES,
  DENSE,
  Q_MAX_DOC,
  Q_OPTIONAL,
  WINDOW,
} from './layout.js';
import { fill, i32At, u32At } from './memory.js';
import { orWords } from './vectors.js';
import { countWords, markBlocks } from './window_bits.js';

/** Processes one window; returns the amount of work. */
export function countUnion(lane: u32, base: i32): i32 {
  const clauses = i32At(lane + Q_OPTIONAL);
  let work = 128;
  fill(lane + BITS, 0, WINDOW / 8);
  for (let i = 0; i < clauses; i++) {
    const c = lane + CLAUSES + i * CLAUSE_BYTES;
    if (i32At(c + C_KIND) & DENSE) orBits(lane, c, base);
    else work += markBlocks(c, base, -1, lane + BITS);
  }
  countWords(lane, lane + BITS, base);
  return work;
}

/** Bit sets consist of whole groups of 16 bytes. */
function orBits(lane: u32, c: u32, base: i32): void {
  const left = (i32At(lane + Q_MAX_DOC) - base + 127) & ~127;
  const docs = left < WINDOW ? left : WINDOW;
  orWords(lane + BITS, u32At(c + C_BIT_SET) + ((base >>> 3) | 0), docs >> 5);
}
