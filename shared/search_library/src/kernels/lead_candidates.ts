/** Lists the candidates of a lead's block before its postings are compared with other clauses. */
import { windowBounds } from './bounds.js';
import { scoreBlock } from './decode_block.js';
import {
  B_SCORES,
  C_BIT_SET,
  C_BUFFER,
  C_DOC_FREQ,
  C_FACTORS,
  C_KIND,
  DENSE,
  LIST,
  MAY,
  MUST,
  Q_FILTERS,
  Q_LIVE,
  Q_MAX_DOC,
  Q_PHRASE,
  Q_SCORING,
} from './layout.js';
import { i32At, toF32, toF64, u32At } from './memory.js';
import { filterStretch, keepBits, listAll } from './stretch.js';
import { listAbove } from './vectors.js';

/** Lower a bound by more than sums can be off: relatively, and near 0. */
const SLACK: f64 = 1e-6;
const TINY: f64 = 1e-44;

/**
 * Lists the indices from `first` to `end` - 1 of the lead's block that are worth a comparison.
 * Where the score to exceed rules out most of the block, its scores are computed first. Where the
 * other clauses contribute more than half of that score, or filters decide, the filters and the bit
 * sets of the `must` clauses come first, and the caller scores what is left.
 */
export function listLead(
  lane: u32,
  lead: u32,
  first: i32,
  end: i32,
  must: i32,
  may: i32,
  least: f32,
): i32 {
  if (least >= 0 && isScored(lane, lead) && !isFiltered(lane)) {
    const others = windowBounds(lane + MUST, 0, must) + windowBounds(lane + MAY, 0, may);
    const tooLow = toF32(toF64(least) * (1 - SLACK) - others - TINY);
    if (tooLow >= toF32(others) || !isSifted(lane, must)) {
      scoreBlock(lead);
      return listAbove(u32At(lead + C_BUFFER) + B_SCORES, first, end, tooLow, lane + LIST);
    }
  }
  return keepMarked(lane, filterStretch(lane, listAll(lane, first, end)), must);
}

/** True if the lead's documents have scores, which a phrase as a whole has instead. */
export function isScored(lane: u32, lead: u32): boolean {
  if (i32At(lane + Q_SCORING) === 0 || i32At(lane + Q_PHRASE) !== 0) return false;
  return u32At(lead + C_FACTORS) !== 0;
}

function isFiltered(lane: u32): boolean {
  return i32At(lane + Q_FILTERS) !== 0 || u32At(lane + Q_LIVE) !== 0;
}

/** True if bit sets rule out half of the candidates or more. */
function isSifted(lane: u32, must: i32): boolean {
  const half = i32At(lane + Q_MAX_DOC) >> 1;
  for (let i = 0; i < must; i++) {
    const c = u32At(lane + MUST + 4 * i);
    if (i32At(c + C_KIND) & DENSE && i32At(c + C_DOC_FREQ) < half) return true;
  }
  return false;
}

/** Keeps the candidates that all dense `must` clauses have. */
function keepMarked(lane: u32, count: i32, must: i32): i32 {
  let left = count;
  for (let i = 0; i < must && left > 0; i++) {
    const c = u32At(lane + MUST + 4 * i);
    if (i32At(c + C_KIND) & DENSE) left = keepBits(lane, left, u32At(c + C_BIT_SET), 1);
  }
  return left;
}
