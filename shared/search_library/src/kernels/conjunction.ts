/**
 * Documents that all required clauses have. The blocks of the rarest clause bring the candidates,
 * which are checked against the other clauses. Blocks and candidates whose bounds cannot exceed the
 * worst kept hit are skipped: Ding and Suel, "Faster Top-k Document Retrieval Using Block-Max
 * Indexes" (2011). A single required clause is a term alone; the terms of a phrase are required
 * clauses too.
 */

import { blockBound, boundBetween, SUPER, superBound } from './bounds.js';
import { isFull } from './collect.js';
import { enterBlock } from './cursor.js';
import { areDense } from './dense_candidates.js';
import { lastDocOf } from './entries.js';
import { estimateFloor } from './estimate_floor.js';
import { scoreToBeat } from './heap.js';
import {
  BITS_ONLY,
  BUDGET,
  C_BIT_SET,
  C_BLOCKS,
  C_FACTORS,
  C_FIRST,
  C_KIND,
  C_LAST,
  C_WINDOW_BOUND,
  CLAUSE_BYTES,
  CLAUSES,
  DOCS,
  MAY,
  MUST,
  NO_DOC,
  Q_MAX_DOC,
  Q_MINIMUM,
  Q_OPTIONAL,
  Q_PHRASE,
  Q_PLACE,
  Q_REQUIRED,
  Q_SKIP,
  SMALL,
  STRETCH_SUMS,
} from './layout.js';
import { denseStretch, finishSums, leadStretch } from './lead_stretch.js';
import { nextHopeful } from './lone_term.js';
import { fill, i32At, setF32, setI32, toF32, toF64, u32At } from './memory.js';
import { filterStretch, listAll, mayPass } from './stretch.js';
import { decodeBits } from './vectors.js';

/** Continues from the last place; returns 1 when there is more to do, 0 at the end. */
export function conjunction(lane: u32): i32 {
  const lead = lane + CLAUSES;
  const blocks = i32At(lead + C_BLOCKS);
  const required = i32At(lane + Q_REQUIRED);
  const optional = i32At(lane + Q_OPTIONAL);
  for (let i = 1; i < required; i++) setI32(lane + MUST + 4 * (i - 1), lead + i * CLAUSE_BYTES);
  for (let i = 0; i < optional; i++) {
    setI32(lane + MAY + 4 * i, lead + (required + i) * CLAUSE_BYTES);
  }
  const minimum = i32At(lane + Q_MINIMUM);
  if (i32At(lead + C_KIND) & BITS_ONLY) return conjoinBits(lane, lead, required - 1, optional);
  const dense = areDense(lane, lead, required - 1);
  let budget = BUDGET;
  let block = i32At(lane + Q_PLACE);
  const lone = required + optional === 1 && isBounded(lead);
  if (block === 0 && required === 1 && minimum === 0) estimateFloor(lane, 1);
  const skip = i32At(lane + Q_SKIP);
  while (block < blocks && lastDocOf(lead, block) < skip) block++;
  while (block < blocks) {
    if (budget < 0 || isFull(lane)) {
      setI32(lane + Q_PLACE, block);
      return 1;
    }
    const least = scoreToBeat(lane);
    if (least >= 0) {
      const next = lone
        ? nextHopeful(lane, lead, block, blocks, least)
        : block + passOver(lane, block, blocks, least);
      if (next > block) {
        budget -= 8;
        block = next;
        continue;
      }
    }
    enterBlock(lead, block);
    if (!mayPass(lane, i32At(lead + C_FIRST), i32At(lead + C_LAST))) {
      budget -= 4;
      block++;
      continue;
    }
    budget -= 128 * required;
    if (dense) denseStretch(lane, lead, required - 1, optional, minimum, least);
    else leadStretch(lane, lead, 0, NO_DOC, required - 1, optional, minimum, least);
    block++;
  }
  return 0;
}

/** True if the blocks of a clause have entries that bound its scores. */
function isBounded(c: u32): boolean {
  return (i32At(c + C_KIND) & SMALL) === 0 && u32At(c + C_FACTORS) !== 0;
}

/** Takes candidates from a bit set without blocks, 128 at a time. */
function conjoinBits(lane: u32, lead: u32, must: i32, may: i32): i32 {
  const bits = u32At(lead + C_BIT_SET);
  const last = i32At(lane + Q_MAX_DOC) - 1;
  const minimum = i32At(lane + Q_MINIMUM);
  let budget = BUDGET;
  let from = i32At(lane + Q_PLACE);
  if (i32At(lane + Q_SKIP) > from) from = i32At(lane + Q_SKIP);
  while (from <= last) {
    if (budget < 0 || isFull(lane)) {
      setI32(lane + Q_PLACE, from);
      return 1;
    }
    const found = decodeBits(bits, from, last, lane + DOCS);
    if (found === 0) return 0;
    const to = i32At(lane + DOCS + 4 * (found - 1));
    budget -= 128 * (must + may + 1) + ((to - from) >> 5);
    const least = scoreToBeat(lane);
    if (least < 0 || canBeat(lane, 0, from, to, least)) {
      const count = filterStretch(lane, listAll(lane, 0, found));
      fill(lane + STRETCH_SUMS, 0, 8 * 128);
      finishSums(lane, count, must, may, minimum, least);
    }
    from = to + 1;
  }
  return 0;
}

/** Number of blocks from this one on that cannot have a hit above `least`. */
function passOver(lane: u32, block: i32, blocks: i32, least: f32): i32 {
  const lead = lane + CLAUSES;
  const small = i32At(lead + C_KIND) & SMALL;
  const from = block === 0 ? 0 : lastDocOf(lead, block - 1) + 1;
  if (small === 0 && (block & (SUPER - 1)) === 0 && block + SUPER <= blocks) {
    const to = lastDocOf(lead, block + SUPER - 1);
    if (!canBeat(lane, superBound(lead, block), from, to, least)) return SUPER;
  }
  const to = lastDocOf(lead, block);
  return canBeat(lane, blockBound(lead, block), from, to, least) ? 0 : 1;
}

/**
 * True if the bounds of all clauses in a range of documents exceed `least`, given the bound of the
 * first clause; stores the bounds of the others.
 */
function canBeat(lane: u32, first: f32, from: i32, to: i32, least: f32): boolean {
  const required = i32At(lane + Q_REQUIRED);
  const scored = required + i32At(lane + Q_OPTIONAL);
  const phrase = i32At(lane + Q_PHRASE) !== 0;
  // Each term of a phrase bounds the phrase.
  if (phrase && first <= least) return false;
  let sum = toF64(first);
  for (let i = 1; i < scored; i++) {
    const c = lane + CLAUSES + i * CLAUSE_BYTES;
    const bound: f32 = u32At(c + C_FACTORS) === 0 ? 0 : boundBetween(c, from, to);
    setF32(c + C_WINDOW_BOUND, bound);
    if (phrase && bound <= least) return false;
    sum += toF64(bound);
  }
  return phrase || toF32(sum) > least;
}
