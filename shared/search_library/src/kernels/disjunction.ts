/**
 * Documents that some of the optional clauses have, window by window. It uses MAXSCORE (Turtle and
 * Flood, "Query Evaluation: Strategies and Optimizations", 1995) with a new partition for each
 * window: clauses whose bounds together cannot exceed the worst kept hit bring no candidates and
 * are only checked for those of the others. If a single clause brings candidates, it leads as in a
 * conjunction; the scores of several are summed.
 */
import { blockBound, boundBetween } from './bounds.js';
import { placeBefore, placeFrom, seek } from './cursor.js';
import { loadDocs, scoreBlock } from './decode_block.js';
import { isPlain, keep, leastKept, scoreToBeat } from './heap.js';
import {
  B_DOCS,
  B_SCORES,
  C_BLOCK,
  C_BUFFER,
  C_FIRST,
  C_LAST,
  C_WINDOW_BOUND,
  CLAUSE_BYTES,
  CLAUSES,
  COUNTS,
  DOCS,
  MAY,
  MUST,
  ORDER,
  Q_EXCLUDED,
  Q_FILTERS,
  Q_HITS,
  Q_LIVE,
  Q_MINIMUM,
  Q_OPTIONAL,
  Q_REQUIRED,
  Q_SCORING,
  STRETCH_SUMS,
  SUMS,
  WINDOW,
  WINDOW_DOCS,
  WINDOW_SUMS,
} from './layout.js';
import { finishSums, leadStretch } from './lead_stretch.js';
import {
  copy,
  f32At,
  f64At,
  fill,
  i32At,
  popcount,
  setF32,
  setF64,
  setI32,
  setU8,
  toF32,
  toF64,
  trailingZeros,
  u8At,
  u32At,
} from './memory.js';
import { filterStretch, listAll } from './stretch.js';
import { clearGroup, nonZeroBytes, sumsAbove } from './vectors.js';

const STRETCH: i32 = 128;

/** Must be called once per query. */
export function openSums(lane: u32): void {
  fill(lane + COUNTS, 0, WINDOW);
  fill(lane + SUMS, 0, 8 * WINDOW);
}

/** Processes one window; returns the amount of work. Required clauses, if any, are not scored. */
export function unionWindow(lane: u32, base: i32): i32 {
  const minimum = i32At(lane + Q_MINIMUM);
  const clauses = i32At(lane + Q_OPTIONAL);
  const least = scoreToBeat(lane);
  if (least < 0) return sumWindow(lane, base, 0, least);
  const essential = partition(lane, base, least);
  if (essential === clauses) return 64;
  if (essential === clauses - 1 && minimum === 1) {
    return 64 + leadWindow(lane, base, essential, least);
  }
  return 64 + sumWindow(lane, base, minimum === 1 ? essential : 0, least);
}

function clauseAt(lane: u32, i: i32): u32 {
  return lane + CLAUSES + (i32At(lane + Q_REQUIRED) + i) * CLAUSE_BYTES;
}

/**
 * Orders the clauses by their bounds in the window, and returns the number of those that together
 * cannot exceed `least`.
 */
function partition(lane: u32, base: i32, least: f32): i32 {
  const clauses = i32At(lane + Q_OPTIONAL);
  for (let i = 0; i < clauses; i++) {
    const c = clauseAt(lane, i);
    const bound = boundBetween(c, base, base + WINDOW - 1);
    setF32(c + C_WINDOW_BOUND, bound);
    let slot = i;
    while (slot > 0) {
      const before = u32At(lane + ORDER + 4 * (slot - 1));
      if (f32At(before + C_WINDOW_BOUND) <= bound) break;
      setI32(lane + ORDER + 4 * slot, before);
      slot--;
    }
    setI32(lane + ORDER + 4 * slot, c);
  }
  let sum: f64 = 0;
  for (let i = 0; i < clauses; i++) {
    sum += toF64(f32At(u32At(lane + ORDER + 4 * i) + C_WINDOW_BOUND));
    if (toF32(sum) > least) return i;
  }
  return clauses;
}

/** The sum of the bounds in the window of all clauses but one. */
function otherBounds(lane: u32, c: u32): f64 {
  const clauses = i32At(lane + Q_OPTIONAL);
  let sum: f64 = 0;
  for (let i = 0; i < clauses; i++) {
    const other = clauseAt(lane, i);
    if (other !== c) sum += toF64(f32At(other + C_WINDOW_BOUND));
  }
  return sum;
}

/**
 * Splits the other clauses: required ones, and those without which `least` cannot be exceeded, must
 * match. The best bounds are checked first.
 */
function sortOthers(lane: u32, count: i32, least: f32): i32 {
  let must = listRequired(lane);
  let may = 0;
  for (let i = count - 1; i >= 0; i--) {
    const c = u32At(lane + ORDER + 4 * i);
    if (toF32(otherBounds(lane, c)) > least) setI32(lane + MAY + 4 * may++, c);
    else setI32(lane + MUST + 4 * must++, c);
  }
  return must;
}

function listRequired(lane: u32): i32 {
  const required = i32At(lane + Q_REQUIRED);
  for (let i = 0; i < required; i++) {
    const c = lane + CLAUSES + i * CLAUSE_BYTES;
    setF32(c + C_WINDOW_BOUND, 0);
    setI32(lane + MUST + 4 * i, c);
  }
  return required;
}

/** Takes the candidates from a single clause, block by block. */
function leadWindow(lane: u32, base: i32, essential: i32, least: f32): i32 {
  const lead = u32At(lane + ORDER + 4 * essential);
  const must = sortOthers(lane, essential, least);
  const may = essential + i32At(lane + Q_REQUIRED) - must;
  const others = otherBounds(lane, lead);
  const end = base + WINDOW;
  let beat = least;
  let work = 0;
  let target = base;
  while (target < end && seek(lead, target)) {
    const block = i32At(lead + C_BLOCK);
    if (i32At(lead + C_FIRST) >= end) break;
    const last = i32At(lead + C_LAST);
    if (toF32(toF64(blockBound(lead, block)) + others) > beat) {
      leadStretch(lane, lead, target, end, must, may, 0, beat);
      const now = scoreToBeat(lane);
      if (now > beat) beat = now;
      work += STRETCH;
    }
    work += 8;
    target = last + 1;
  }
  return work;
}

/**
 * Takes the candidates from several clauses: the documents of all their blocks in the window that
 * can compete.
 */
function sumWindow(lane: u32, base: i32, essential: i32, least: f32): i32 {
  const clauses = i32At(lane + Q_OPTIONAL);
  const scoring = i32At(lane + Q_SCORING) !== 0;
  const pruning = least >= 0;
  let work = 0;
  for (let i = 0; i < clauses; i++) {
    const c = clauseAt(lane, i);
    if (pruning && isAmong(lane, c, essential)) continue;
    const others = pruning ? otherBounds(lane, c) : 0;
    work += addClause(lane, c, base, scoring, pruning, others, least);
  }
  if (work === 0) return 0;
  return work + offerWindow(lane, base, essential, least);
}

/** True if a clause is among the first `count` in order of bounds. */
function isAmong(lane: u32, c: u32, count: i32): boolean {
  for (let i = 0; i < count; i++) if (u32At(lane + ORDER + 4 * i) === c) return true;
  return false;
}

function addClause(
  lane: u32,
  c: u32,
  base: i32,
  scoring: boolean,
  pruning: boolean,
  others: f64,
  least: f32,
): i32 {
  const end = base + WINDOW;
  let work = 0;
  let target = base;
  while (target < end && seek(c, target)) {
    if (i32At(c + C_FIRST) >= end) break;
    const last = i32At(c + C_LAST);
    const hopeless = pruning && toF32(toF64(blockBound(c, i32At(c + C_BLOCK))) + others) <= least;
    if (!hopeless) {
      loadDocs(c);
      const from = placeFrom(c, target);
      const to = placeBefore(c, end);
      if (scoring) addBlock(lane, c, base, from, to);
      else countBlock(lane, c, base, from, to);
      work += to - from;
    }
    target = last + 1;
  }
  return work;
}

function addBlock(lane: u32, c: u32, base: i32, from: i32, to: i32): void {
  scoreBlock(c);
  const docs = u32At(c + C_BUFFER) + B_DOCS;
  const scores = u32At(c + C_BUFFER) + B_SCORES;
  for (let i = from; i < to; i++) {
    const slot = (i32At(docs + 4 * i) - base) & (WINDOW - 1);
    const sum = lane + SUMS + 8 * slot;
    setU8(lane + COUNTS + slot, u8At(lane + COUNTS + slot) + 1);
    setF64(sum, f64At(sum) + toF64(f32At(scores + 4 * i)));
  }
}

function countBlock(lane: u32, c: u32, base: i32, from: i32, to: i32): void {
  const docs = u32At(c + C_BUFFER) + B_DOCS;
  for (let i = from; i < to; i++) {
    const slot = (i32At(docs + 4 * i) - base) & (WINDOW - 1);
    setU8(lane + COUNTS + slot, u8At(lane + COUNTS + slot) + 1);
  }
}

/** Checks the documents of the window that can still compete against the other clauses. */
function offerWindow(lane: u32, base: i32, essential: i32, least: f32): i32 {
  const pruning = least >= 0;
  if (essential === 0 && i32At(lane + Q_MINIMUM) === 1 && isBare(lane)) {
    offerSums(lane, base);
    return WINDOW / 8;
  }
  const must = pruning ? sortOthers(lane, essential, least) : listRequired(lane);
  const may = pruning ? essential + i32At(lane + Q_REQUIRED) - must : 0;
  let others: f64 = 0;
  for (let i = 0; i < essential; i++) {
    others += toF64(f32At(u32At(lane + ORDER + 4 * i) + C_WINDOW_BOUND));
  }
  const found = gather(lane, base, i32At(lane + Q_MINIMUM), others, least);
  for (let from = 0; from < found; from += STRETCH) {
    const count = found - from < STRETCH ? found - from : STRETCH;
    copy(lane + DOCS, lane + WINDOW_DOCS + 4 * from, 4 * count);
    copy(lane + STRETCH_SUMS, lane + WINDOW_SUMS + 8 * from, 8 * count);
    const left = filterStretch(lane, listAll(lane, 0, count));
    finishSums(lane, left, must, may, 0, least);
  }
  return found;
}

/** True if the sums of the window are the final scores of hits. */
function isBare(lane: u32): boolean {
  const others = i32At(lane + Q_REQUIRED) + i32At(lane + Q_EXCLUDED) + i32At(lane + Q_FILTERS);
  if (others !== 0 || u32At(lane + Q_LIVE) !== 0) return false;
  return i32At(lane + Q_SCORING) !== 0 && isPlain(lane);
}

/** Counts the hits of the window, keeps the best, and clears the window. */
function offerSums(lane: u32, base: i32): void {
  let hits = 0;
  let least = leastKept(lane);
  for (let group = 0; group < WINDOW; group += 16) {
    const matches = nonZeroBytes(lane + COUNTS + group);
    if (matches === 0) continue;
    hits += popcount(matches);
    const sums = lane + SUMS + 8 * group;
    let above = matches & sumsAbove(sums, toF64(least));
    while (above !== 0) {
      const slot = trailingZeros(above);
      above &= above - 1;
      const score = toF32(f64At(sums + 8 * slot));
      if (score <= least) continue;
      keep(lane, base + group + slot, score);
      least = leastKept(lane);
    }
    clearGroup(lane + COUNTS + group, sums);
  }
  setI32(lane + Q_HITS, i32At(lane + Q_HITS) + hits);
}

/** Lists the candidates with their sums, ascending, and clears the window. */
function gather(lane: u32, base: i32, minimum: i32, others: f64, least: f32): i32 {
  let found = 0;
  for (let group = 0; group < WINDOW; group += 16) {
    let mask = nonZeroBytes(lane + COUNTS + group);
    while (mask !== 0) {
      const slot = group + trailingZeros(mask);
      mask &= mask - 1;
      const sum = f64At(lane + SUMS + 8 * slot);
      setI32(lane + WINDOW_DOCS + 4 * found, base + slot);
      setF64(lane + WINDOW_SUMS + 8 * found, sum);
      const enough = u8At(lane + COUNTS + slot) >= minimum ? 1 : 0;
      found += toF32(sum + others) > least ? enough : 0;
      setU8(lane + COUNTS + slot, 0);
      setF64(lane + SUMS + 8 * slot, 0);
    }
  }
  return found;
}
