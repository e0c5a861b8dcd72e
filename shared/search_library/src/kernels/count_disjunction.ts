/** How many documents, or which, some of the optional clauses have: a bit a document of the window, whole bit sets of dense terms at once. */
import { collectWord, isCollecting, isFull, windowFrom } from './collect.js';
import { loadDocs, lowerBound, seek } from './cursor.js';
import {
  B_DOCS,
  BITS,
  BUDGET,
  C_BIT_SET,
  C_BUFFER,
  C_COUNT,
  C_FIRST,
  C_KIND,
  C_LAST,
  CLAUSE_BYTES,
  CLAUSES,
  DENSE,
  Q_HITS,
  Q_LIVE,
  Q_MAX_DOC,
  Q_OPTIONAL,
  Q_PLACE,
  Q_THRESHOLD,
  WINDOW,
} from './layout.js';
import { fill, i32At, popcount, setI32, u32At } from './memory.js';
import { orWords } from './vectors.js';

/** 1 when there is more to do, 0 at the end or beyond the threshold. */
export function countDisjunction(lane: u32): i32 {
  const maxDoc = i32At(lane + Q_MAX_DOC);
  const clauses = i32At(lane + Q_OPTIONAL);
  let budget = BUDGET;
  let base = windowFrom(lane, i32At(lane + Q_PLACE));
  while (base < maxDoc) {
    if (budget < 0 || isFull(lane)) {
      setI32(lane + Q_PLACE, base);
      return 1;
    }
    fill(lane + BITS, 0, WINDOW / 8);
    budget -= 128;
    for (let i = 0; i < clauses; i++) {
      const c = lane + CLAUSES + i * CLAUSE_BYTES;
      if (i32At(c + C_KIND) & DENSE) orBits(lane, c, base, maxDoc);
      else budget -= setBits(lane, c, base);
    }
    countBits(lane, base, maxDoc);
    if (i32At(lane + Q_HITS) > i32At(lane + Q_THRESHOLD)) return 0;
    base += WINDOW;
  }
  return 0;
}

/** Bit sets are in whole 16 bytes. */
function orBits(lane: u32, c: u32, base: i32, maxDoc: i32): void {
  const left = (maxDoc - base + 127) & ~127;
  const docs = left < WINDOW ? left : WINDOW;
  orWords(lane + BITS, u32At(c + C_BIT_SET) + (base >>> 3), docs >> 5);
}

function setBits(lane: u32, c: u32, base: i32): i32 {
  const end = base + WINDOW;
  const docs = u32At(c + C_BUFFER) + B_DOCS;
  let work = 0;
  let target = base;
  while (target < end && seek(c, target)) {
    if (i32At(c + C_FIRST) >= end) break;
    loadDocs(c);
    const last = i32At(c + C_LAST);
    const from = target > i32At(c + C_FIRST) ? lowerBound(c, target) : 0;
    const to = last < end ? i32At(c + C_COUNT) : lowerBound(c, end);
    for (let i = from; i < to; i++) {
      const slot = (i32At(docs + 4 * i) - base) & (WINDOW - 1);
      const at = lane + BITS + 4 * (slot >> 5);
      setI32(at, i32At(at) | (1 << (slot & 31)));
    }
    work += to - from;
    target = last + 1;
  }
  return work;
}

function countBits(lane: u32, base: i32, maxDoc: i32): void {
  const live = u32At(lane + Q_LIVE);
  const words = maxDoc - base < WINDOW ? (maxDoc - base + 31) >> 5 : WINDOW / 32;
  const collecting = isCollecting(lane);
  let count = 0;
  for (let i = 0; i < words; i++) {
    let word = i32At(lane + BITS + 4 * i);
    if (live !== 0) word &= i32At(live + (base >>> 3) + 4 * i);
    if (collecting) collectWord(lane, word, base + 32 * i);
    else count += popcount(word);
  }
  setI32(lane + Q_HITS, i32At(lane + Q_HITS) + count);
}
