/**
 * Processes a tree of queries window by window: bounds decide if the window can have hits, some
 * nodes bring candidates, and the whole tree checks these, 128 at a time. If bits give all matches,
 * hits are counted separately, so that hits that cannot be kept are never scored.
 */
import { consider, leastKept, scoreToBeat } from './heap.js';
import {
  CANDIDATES,
  DOCS,
  LIST,
  N_EXACT,
  N_LIST,
  N_SCORED,
  N_SCORES,
  NODES,
  Q_CLAUSES,
  Q_MAX_DOC,
  Q_MIN_SCORE,
  Q_SCORING,
  STRETCH_SUMS,
  WINDOW,
} from './layout.js';
import {
  copy,
  f32At,
  f64At,
  fill,
  i32At,
  setI32,
  setU8,
  toF32,
  toF64,
  trailingZeros,
  u8At,
} from './memory.js';
import { finishStretch } from './stretch.js';
import { boundNode } from './tree_bounds.js';
import { markNode } from './tree_candidates.js';
import { matchesOf } from './tree_matches.js';
import { askNode } from './tree_scores.js';
import { countWords, liveWords, wordAt, wordsIn } from './window_bits.js';

const STRETCH: i32 = 128;

/** Processes one window; returns the amount of work. */
export function treeWindow(lane: u32, base: i32): i32 {
  const root = lane + NODES;
  const clauses = i32At(lane + Q_CLAUSES);
  const exact = i32At(root + N_EXACT) !== 0 && f32At(lane + Q_MIN_SCORE) < 0;
  let work = 16 * clauses;
  let least = scoreToBeat(lane);
  if (exact) {
    if (least < 0) work += countWindow(lane, base);
    least = leastKept(lane);
  }
  if (!exact || i32At(lane + Q_SCORING) !== 0) {
    work += (clauses + 1) * searchWindow(lane, base, least, exact);
  }
  return work;
}

/**
 * Searches hits above `least` (-1: all hits). If `counted`, they are counted already. Returns the
 * number of candidates.
 */
function searchWindow(lane: u32, base: i32, least: f32, counted: boolean): i32 {
  const root = lane + NODES;
  const pruning = least >= 0;
  if (pruning && boundNode(root, base, base + WINDOW - 1) <= least) return 0;
  const bits = markNode(lane, root, base, pruning ? toF64(least) : -1);
  return bits === 0 ? 0 : askWindow(lane, bits, base, pruning, counted);
}

/** Counts or collects all matches of the window. */
function countWindow(lane: u32, base: i32): i32 {
  const bits = matchesOf(lane, lane + NODES, base);
  return bits === 0 ? 0 : countWords(lane, bits, base);
}

/**
 * Checks all candidates of the window; returns their number. If `pruning`, the bounds of the window
 * are known.
 */
function askWindow(lane: u32, bits: u32, base: i32, pruning: boolean, counted: boolean): i32 {
  const left = i32At(lane + Q_MAX_DOC) - base;
  const words = wordsIn(base, base + left);
  const live = liveWords(lane, base);
  let found = 0;
  let count = 0;
  for (let i = 0; i < words; i++) {
    let word = wordAt(bits, live, i, left);
    while (word !== 0) {
      setI32(lane + DOCS + 4 * count, base + 32 * i + trailingZeros(word));
      word &= word - 1;
      count++;
      if (count < STRETCH) continue;
      askStretch(lane, count, pruning, counted);
      found += count;
      count = 0;
    }
  }
  if (count > 0) askStretch(lane, count, pruning, counted);
  return found + count;
}

function askStretch(lane: u32, count: i32, pruning: boolean, counted: boolean): void {
  const root = lane + NODES;
  for (let i = 0; i < count; i++) setU8(lane + CANDIDATES + i, i);
  const least = counted ? leastKept(lane) : scoreToBeat(lane);
  const left = askNode(lane, root, lane + CANDIDATES, count, pruning ? toF64(least) : -1);
  if (left === 0) return;
  if (i32At(root + N_SCORED) === 0) fill(root + N_SCORES, 0, 8 * STRETCH);
  if (counted) {
    considerAll(lane, left);
    return;
  }
  copy(lane + LIST, root + N_LIST, left);
  copy(lane + STRETCH_SUMS, root + N_SCORES, 8 * STRETCH);
  finishStretch(lane, left, i32At(lane + Q_SCORING));
}

function considerAll(lane: u32, count: i32): void {
  const root = lane + NODES;
  for (let i = 0; i < count; i++) {
    const place = u8At(root + N_LIST + i);
    consider(lane, i32At(lane + DOCS + 4 * place), toF32(f64At(root + N_SCORES + 8 * place)));
  }
}
