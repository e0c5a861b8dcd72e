/** Takes a block of one clause as candidates and checks them against all other clauses. */
import { blockBound, windowBounds } from './bounds.js';
import { collectAll, isCollecting } from './collect.js';
import { placeBefore, placeFrom } from './cursor.js';
import { loadDocs, scoreBlock } from './decode_block.js';
import { countDense, gatherDense } from './dense_candidates.js';
import { isPlain, keep, leastKept } from './heap.js';
import {
  B_DOCS,
  B_MATCH_FREQ,
  B_SCORES,
  C_BLOCK,
  C_BUFFER,
  C_COUNT,
  C_FACTORS,
  C_FIRST,
  C_LAST,
  C_READY,
  CLAUSES,
  DOCS,
  LIST,
  MAY,
  MUST,
  Q_EXCLUDED,
  Q_FILTERS,
  Q_HITS,
  Q_LIVE,
  Q_PHRASE,
  Q_SCORING,
  READY_SCORES,
  STRETCH_SUMS,
} from './layout.js';
import { isScored, listLead } from './lead_candidates.js';
import { keepShort } from './length_limit.js';
import { copy, f32At, fill, i32At, setF64, setI32, setU8, toF64, u8At, u32At } from './memory.js';
import { keepPhrases } from './phrase.js';
import {
  addScores,
  dropExcluded,
  FREQ,
  filterStretch,
  finishStretch,
  intersect,
  KEEP,
  keepPromising,
  listAll,
  NOTE,
  NOTHING,
  noteOwn,
  noteRanked,
  POSITIONS,
} from './stretch.js';
import { nextAbove } from './vectors.js';

const BLOCK: i32 = 128;
const BLOCK_BYTES: i32 = 512;
/** Fewer candidates than this are scored one by one. */
const FEW: i32 = 48;

/**
 * Processes the documents in [from, to) of the lead's block; those that cannot exceed `least` are
 * skipped (-1: none is).
 */
export function leadStretch(
  lane: u32,
  lead: u32,
  from: i32,
  to: i32,
  must: i32,
  may: i32,
  minimum: i32,
  least: f32,
): void {
  if (must + may === 0 && isBare(lane, lead)) {
    offerBlock(lane, lead, from, to);
    return;
  }
  loadDocs(lead);
  const first = placeFrom(lead, from);
  const end = placeBefore(lead, to);
  if (must + may === 0 && isCollecting(lane) && isUnfiltered(lane)) {
    collectAll(lane, u32At(lead + C_BUFFER) + B_DOCS + 4 * first, end - first);
    return;
  }
  copy(lane + DOCS, u32At(lead + C_BUFFER) + B_DOCS, BLOCK_BYTES);
  const count = listLead(lane, lead, first, end, must, may, least);
  if (count === 0) return;
  if (i32At(lane + Q_PHRASE) !== 0) {
    noteOwn(lane, lead, count, POSITIONS);
    phraseStretch(lane, count, must, least);
    return;
  }
  const left = startSums(lane, lead, count, must, may, least);
  finishSums(lane, left, must, may, minimum, least);
}

/** Does the same if the lead and others are dense. */
export function denseStretch(
  lane: u32,
  lead: u32,
  must: i32,
  may: i32,
  minimum: i32,
  least: f32,
): void {
  if (countDense(lane, lead, must, may)) return;
  const found = listAll(lane, 0, gatherDense(lane, lead, must));
  const count = filterStretch(lane, keepShort(lane, lead, found, must, may, least));
  if (count === 0) return;
  if (i32At(lane + Q_PHRASE) !== 0) {
    noteRanked(lane, lead, count, POSITIONS);
    phraseStretch(lane, count, must, least);
    return;
  }
  fill(lane + STRETCH_SUMS, 0, 8 * BLOCK);
  if (i32At(lane + Q_SCORING) !== 0 && u32At(lead + C_FACTORS) !== 0) {
    noteRanked(lane, lead, count, FREQ);
    addScores(lane, lead, count);
  }
  finishSums(lane, count, must, may, minimum, least);
}

/** True if the lead's documents are the hits. */
function isBare(lane: u32, lead: u32): boolean {
  if (i32At(lane + Q_SCORING) === 0 || u32At(lead + C_FACTORS) === 0) return false;
  return isUnfiltered(lane) && isPlain(lane);
}

/** True if only the clauses that bring and score candidates decide. */
export function isUnfiltered(lane: u32): boolean {
  const others = i32At(lane + Q_PHRASE) + i32At(lane + Q_EXCLUDED) + i32At(lane + Q_FILTERS);
  return others === 0 && u32At(lane + Q_LIVE) === 0;
}

function offerBlock(lane: u32, lead: u32, from: i32, to: i32): void {
  const whole = from <= i32At(lead + C_FIRST) && i32At(lead + C_LAST) < to;
  if (whole && blockBound(lead, i32At(lead + C_BLOCK)) <= leastKept(lane)) {
    setI32(lane + Q_HITS, i32At(lane + Q_HITS) + i32At(lead + C_COUNT));
    return;
  }
  scoreBlock(lead);
  const docs = u32At(lead + C_BUFFER) + B_DOCS;
  const scores = u32At(lead + C_BUFFER) + B_SCORES;
  const first = placeFrom(lead, from);
  const end = placeBefore(lead, to);
  setI32(lane + Q_HITS, i32At(lane + Q_HITS) + end - first);
  let least = leastKept(lane);
  for (let i = nextAbove(scores, first, end, least); i < end; ) {
    keep(lane, i32At(docs + 4 * i), f32At(scores + 4 * i));
    least = leastKept(lane);
    i = nextAbove(scores, i + 1, end, least);
  }
}

/** Keeps candidates with the phrase. The lead's data for them is already stored. */
function phraseStretch(lane: u32, count: i32, must: i32, least: f32): void {
  let left = count;
  for (let i = 0; i < must && left > 0; i++) {
    left = intersect(lane, u32At(lane + MUST + 4 * i), left, KEEP, POSITIONS);
  }
  left = dropExcluded(lane, left);
  const scoring = i32At(lane + Q_SCORING);
  left = keepPhrases(lane, lane + CLAUSES, must + 1, left, least, scoring);
  finishStretch(lane, left, scoring);
}

/**
 * Initializes the sums with the lead's scores; returns the number of candidates that may still
 * compete. A block is scored faster as a whole, so few candidates are scored one by one.
 */
function startSums(lane: u32, lead: u32, count: i32, must: i32, may: i32, least: f32): i32 {
  if (!isScored(lane, lead)) {
    fill(lane + STRETCH_SUMS, 0, 8 * BLOCK);
    return count;
  }
  if (count < FEW && (i32At(lead + C_READY) & READY_SCORES) === 0) {
    const left = keepShort(lane, lead, count, must, may, least);
    fill(lane + STRETCH_SUMS, 0, 8 * BLOCK);
    noteOwn(lane, lead, left, FREQ);
    addScores(lane, lead, left);
    return left;
  }
  scoreBlock(lead);
  const scores = u32At(lead + C_BUFFER) + B_SCORES;
  for (let i = 0; i < count; i++) {
    const place = u8At(lane + LIST + i);
    setF64(lane + STRETCH_SUMS + 8 * place, toF64(f32At(scores + 4 * place)));
  }
  return count;
}

/**
 * Adds the scores of the other clauses to the sums of the listed candidates, and offers the
 * remaining ones. `minimum` is the number of optional clauses that must match.
 */
export function finishSums(
  lane: u32,
  count: i32,
  must: i32,
  may: i32,
  minimum: i32,
  least: f32,
): void {
  const scoring = i32At(lane + Q_SCORING);
  const optional = least >= 0 ? windowBounds(lane + MAY, 0, may) : 0;
  let left = count;
  for (let i = 0; i < must && left > 0; i++) {
    const c = u32At(lane + MUST + 4 * i);
    if (least >= 0) {
      left = keepSums(lane, left, windowBounds(lane + MUST, i, must) + optional, least);
    }
    const scored = scoring !== 0 && u32At(c + C_FACTORS) !== 0;
    left = intersect(lane, c, left, KEEP, scored ? FREQ : NOTHING);
    if (scored) addScores(lane, c, left);
  }
  left = dropExcluded(lane, left);
  for (let i = 0; i < may && left > 0; i++) {
    const c = u32At(lane + MAY + 4 * i);
    if (least >= 0) left = keepSums(lane, left, windowBounds(lane + MAY, i, may), least);
    left = intersect(lane, c, left, NOTE, FREQ);
    if (scoring !== 0) addScores(lane, c, left);
  }
  if (minimum > 0) left = keepMinimum(lane, left, may, minimum);
  finishStretch(lane, left, scoring);
}

function keepSums(lane: u32, count: i32, more: f64, least: f32): i32 {
  return keepPromising(lane + LIST, lane + STRETCH_SUMS, count, more, toF64(least));
}

/** Keeps candidates that match enough of the optional clauses. */
function keepMinimum(lane: u32, count: i32, may: i32, minimum: i32): i32 {
  let left = 0;
  for (let i = 0; i < count; i++) {
    const place = u8At(lane + LIST + i);
    let matches = 0;
    for (let k = 0; k < may; k++) {
      const noted = u32At(u32At(lane + MAY + 4 * k) + C_BUFFER) + B_MATCH_FREQ;
      matches += i32At(noted + 4 * place) > 0 ? 1 : 0;
    }
    setU8(lane + LIST + left, place);
    left += matches >= minimum ? 1 : 0;
  }
  return left;
}
