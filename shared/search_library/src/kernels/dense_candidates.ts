/**
 * Finds candidates when several required clauses are dense: it intersects the words of their bit
 * sets and decodes nothing.
 */
import { isCollecting } from './collect.js';
import {
  BITS,
  C_BIT_SET,
  C_FIRST,
  C_KIND,
  C_LAST,
  DENSE,
  DOCS,
  MUST,
  Q_EXCLUDED,
  Q_FILTERS,
  Q_HITS,
  Q_LIVE,
  Q_PHRASE,
  Q_SCORING,
  WINDOW,
} from './layout.js';
import { copy, i32At, popcount, setI32, u32At } from './memory.js';
import { andWords, decodeBits } from './vectors.js';

const BLOCK: i32 = 128;

/** True if this clause and another required one are dense. */
export function areDense(lane: u32, lead: u32, must: i32): boolean {
  if ((i32At(lead + C_KIND) & DENSE) === 0) return false;
  for (let i = 0; i < must; i++) {
    if (i32At(u32At(lane + MUST + 4 * i) + C_KIND) & DENSE) return true;
  }
  return false;
}

/**
 * The live documents from `base`, a multiple of 32, on that all dense clauses and the lead have.
 */
function wordAt(lane: u32, lead: u32, must: i32, base: i32): i32 {
  const at = (base >>> 3) | 0;
  let word = i32At(u32At(lead + C_BIT_SET) + at);
  for (let i = 0; i < must; i++) {
    const c = u32At(lane + MUST + 4 * i);
    if (i32At(c + C_KIND) & DENSE) word &= i32At(u32At(c + C_BIT_SET) + at);
  }
  const live = u32At(lane + Q_LIVE);
  return live === 0 ? word : word & i32At(live + at);
}

/** The bits of the word at `base` that are within the lead's block. */
function within(lead: u32, base: i32): i32 {
  const first = i32At(lead + C_FIRST);
  const last = i32At(lead + C_LAST);
  let mask = -1;
  if (base < first) mask = -1 << (first & 31);
  if (base + 31 > last) mask &= ~(-2 << (last & 31));
  return mask;
}

/** Lists the candidates in the lead's block; returns their number. */
export function gatherDense(lane: u32, lead: u32, must: i32): i32 {
  const first = i32At(lead + C_FIRST);
  const last = i32At(lead + C_LAST);
  let count = 0;
  for (let from = first & ~127; from <= last && count < BLOCK; from += WINDOW) {
    const left = ((last - from) | 127) + 1;
    const docs = left < WINDOW ? left : WINDOW;
    intersectWords(lane, lead, must, from, docs);
    if (left <= WINDOW) cutAfter(lane + BITS, last - from, docs);
    const bits = lane + BITS - ((from >>> 3) | 0);
    const start = from < first ? first : from;
    count += decodeBits(bits, start, from + docs - 1, lane + DOCS + 4 * count);
  }
  return count < BLOCK ? count : BLOCK;
}

/**
 * Intersects the bits of the lead, all dense clauses and the live documents, for `docs` documents
 * from a multiple of 128 on.
 */
function intersectWords(lane: u32, lead: u32, must: i32, from: i32, docs: i32): void {
  const bits = lane + BITS;
  const at = (from >>> 3) | 0;
  copy(bits, u32At(lead + C_BIT_SET) + at, docs >> 3);
  for (let i = 0; i < must; i++) {
    const c = u32At(lane + MUST + 4 * i);
    if (i32At(c + C_KIND) & DENSE) andWords(bits, u32At(c + C_BIT_SET) + at, docs >> 5);
  }
  const live = u32At(lane + Q_LIVE);
  if (live !== 0) andWords(bits, live + at, docs >> 5);
  // Words are read in pairs, so the word after the last must be 0.
  setI32(bits + (docs >> 3), 0);
}

/** Clears the bits after `last`. */
function cutAfter(bits: u32, last: i32, docs: i32): void {
  const word = last >> 5;
  setI32(bits + 4 * word, i32At(bits + 4 * word) & ~(-2 << (last & 31)));
  for (let i = word + 1; i < docs >> 5; i++) setI32(bits + 4 * i, 0);
}

/** Counts the lead's block if only bit sets decide; returns false if anything else does. */
export function countDense(lane: u32, lead: u32, must: i32, may: i32): boolean {
  if (i32At(lane + Q_SCORING) + i32At(lane + Q_PHRASE) + may !== 0) return false;
  if (isCollecting(lane)) return false;
  if (i32At(lane + Q_FILTERS) + i32At(lane + Q_EXCLUDED) !== 0) return false;
  for (let i = 0; i < must; i++) {
    if ((i32At(u32At(lane + MUST + 4 * i) + C_KIND) & DENSE) === 0) return false;
  }
  const last = i32At(lead + C_LAST);
  let count = 0;
  for (let base = i32At(lead + C_FIRST) & ~31; base <= last; base += 32) {
    count += popcount(wordAt(lane, lead, must, base) & within(lead, base));
  }
  setI32(lane + Q_HITS, i32At(lane + Q_HITS) + count);
  return true;
}
