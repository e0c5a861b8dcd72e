/**
 * Estimates the worst score of the result before any block is decoded, so that a search skips from
 * its start on what it would otherwise keep and replace. An entry has the smallest norm of each
 * frequency class, which some document of its blocks has; so the n-th best of such scores is not
 * above the n-th best score of the term. Compare Mallia, Siedlaczek, Sun and Suel, "A Comparison of
 * Top-k Threshold Estimation Techniques for Disjunctive Query Processing" (2020), whose techniques
 * read estimates from the index.
 */
import { attainedInBlock, attainedInSuper, SUPER } from './bounds.js';
import { isCollecting } from './collect.js';
import { isPlain, keep, leastKept } from './heap.js';
import {
  C_BLOCKS,
  C_DOC_FREQ,
  C_FACTORS,
  C_KIND,
  CLAUSE_BYTES,
  CLAUSES,
  Q_CAPACITY,
  Q_FLOOR,
  Q_HEAP_SIZE,
  Q_SCORING,
  Q_THRESHOLD,
  SMALL,
} from './layout.js';
import { isUnfiltered } from './lead_stretch.js';
import { f32At, i32At, mulF, setF32, setI32, u32At } from './memory.js';

/** Superblocks per hit from which on they are read instead of blocks. */
const SUPERS_PER_HIT: i32 = 2;

/** Lowers a score, so that hits with the estimate itself are kept. */
const BELOW: f32 = 0.999999;

/**
 * Raises the floor of a query if the documents of its first `clauses` clauses are all hits. Must be
 * called before the first hit is kept, since it uses the heap.
 */
export function estimateFloor(lane: u32, clauses: i32): void {
  if (!isEstimable(lane)) return;
  for (let i = 0; i < clauses; i++) raiseFloor(lane, lane + CLAUSES + i * CLAUSE_BYTES);
}

/** True if nothing but the clauses decides which documents are kept. */
function isEstimable(lane: u32): boolean {
  if (i32At(lane + Q_SCORING) === 0 || i32At(lane + Q_CAPACITY) === 0) return false;
  return !isCollecting(lane) && isPlain(lane) && isUnfiltered(lane);
}

function raiseFloor(lane: u32, c: u32): void {
  const capacity = i32At(lane + Q_CAPACITY);
  const blocks = i32At(c + C_BLOCKS);
  if (i32At(c + C_KIND) & SMALL || blocks < SUPERS_PER_HIT * capacity) return;
  if (u32At(c + C_FACTORS) === 0 || i32At(c + C_DOC_FREQ) <= i32At(lane + Q_THRESHOLD)) return;
  const supers = ((blocks + SUPER - 1) / SUPER) | 0;
  const bySupers = supers >= SUPERS_PER_HIT * capacity;
  const entries = bySupers ? supers : blocks;
  for (let i = 0; i < entries; i++) {
    const score = bySupers ? attainedInSuper(c, i) : attainedInBlock(c, i);
    if (score > leastKept(lane)) keep(lane, i, score);
  }
  if (i32At(lane + Q_HEAP_SIZE) === capacity) {
    const estimate = leastKept(lane);
    const floor = mulF(estimate, BELOW);
    // The product of 0 or of a number near it may be that number.
    if (floor < estimate && floor > f32At(lane + Q_FLOOR)) setF32(lane + Q_FLOOR, floor);
  }
  setI32(lane + Q_HEAP_SIZE, 0);
}
