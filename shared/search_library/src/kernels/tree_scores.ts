/**
 * Determines which candidates of a stretch a tree of queries matches, and their scores. Each node
 * has its own list and scores, which its parent combines. If the whole score of a document cannot
 * exceed the needed one, a node may return a lower score or none.
 */
import {
  ALL_NODE,
  BOOLEAN_NODE,
  CLAUSE_BYTES,
  CONSTANT_NODE,
  LIST,
  N_BOUND,
  N_CLAUSE,
  N_EXCLUDED,
  N_KIND,
  N_LIST,
  N_MATCHES,
  N_MINIMUM,
  N_OPTIONAL,
  N_OTHERS,
  N_REQUIRED,
  N_SCORE,
  N_SCORED,
  N_SCORES,
  N_TERMS,
  N_TIE,
  PHRASE_NODE,
  RANGE_NODE,
  STRETCH_SUMS,
  TERM_NODE,
} from './layout.js';
import {
  copy,
  f32At,
  f64At,
  fill,
  i32At,
  setF64,
  setU8,
  toF32,
  toF64,
  u8At,
  u32At,
} from './memory.js';
import { keepPhrases } from './phrase.js';
import {
  addScoresTo,
  FREQ,
  intersect,
  KEEP,
  keepInRange,
  keepPromising,
  NOTHING,
  POSITIONS,
} from './stretch.js';
import { boundsFrom, childAt, needOfAddend } from './tree_bounds.js';

const PLACES: i32 = 128;

/**
 * Checks the candidates of a list against a node; returns the number of matches, which `N_LIST`
 * then has. Only scores above `need` count; -1: all count.
 */
export function askNode(lane: u32, node: u32, list: u32, count: i32, need: f64): i32 {
  if (count === 0) return 0;
  if (need >= 0 && toF64(f32At(node + N_BOUND)) <= need) return 0;
  const kind = i32At(node + N_KIND);
  if (kind === BOOLEAN_NODE) return askBoolean(lane, node, list, count, need);
  if (kind === CONSTANT_NODE) return askConstant(lane, node, list, count);
  if (kind === TERM_NODE || kind === PHRASE_NODE || kind === RANGE_NODE) {
    copy(lane + LIST, list, count);
    const left =
      kind === TERM_NODE
        ? askTerm(lane, node, count)
        : kind === PHRASE_NODE
          ? askPhrase(lane, node, count, need)
          : keepInRange(lane, count, u32At(node + N_CLAUSE));
    copy(node + N_LIST, lane + LIST, left);
    return left;
  }
  if (kind !== ALL_NODE) return askMax(lane, node, list, count, need);
  copy(node + N_LIST, list, count);
  return count;
}

function askTerm(lane: u32, node: u32, count: i32): i32 {
  const c = u32At(node + N_CLAUSE);
  if (i32At(node + N_SCORED) === 0) return intersect(lane, c, count, KEEP, NOTHING);
  const left = intersect(lane, c, count, KEEP, FREQ);
  if (left === 0) return 0;
  fill(node + N_SCORES, 0, 8 * PLACES);
  addScoresTo(lane, node + N_SCORES, c, left);
  return left;
}

function askPhrase(lane: u32, node: u32, count: i32, need: f64): i32 {
  const lead = u32At(node + N_CLAUSE);
  const terms = i32At(node + N_TERMS);
  const scored = i32At(node + N_SCORED);
  let left = count;
  for (let i = 0; i < terms && left > 0; i++) {
    left = intersect(lane, lead + i * CLAUSE_BYTES, left, KEEP, POSITIONS);
  }
  const least: f32 = need < 0 ? -1 : toF32(need);
  left = keepPhrases(lane, lead, terms, left, least, scored);
  if (scored !== 0 && left > 0) copy(node + N_SCORES, lane + STRETCH_SUMS, 8 * PLACES);
  return left;
}

function askConstant(lane: u32, node: u32, list: u32, count: i32): i32 {
  const child = childAt(node, 0);
  const left = askNode(lane, child, list, count, -1);
  copy(node + N_LIST, child + N_LIST, left);
  const score = toF64(f32At(node + N_SCORE));
  for (let i = 0; i < left; i++) setF64(node + N_SCORES + 8 * u8At(node + N_LIST + i), score);
  return left;
}

function askBoolean(lane: u32, node: u32, list: u32, count: i32, need: f64): i32 {
  const required = i32At(node + N_REQUIRED);
  const optional = i32At(node + N_OPTIONAL);
  const scored = i32At(node + N_SCORED) !== 0;
  const own = node + N_LIST;
  copy(own, list, count);
  if (scored) fill(node + N_SCORES, 0, 8 * PLACES);
  if (optional > 0) fill(node + N_MATCHES, 0, PLACES);
  const total: f64 = need < 0 ? 0 : boundsFrom(node, 0);
  let left = count;
  for (let i = 0; i < required && left > 0; i++) {
    const child = childAt(node, i);
    left = askNode(lane, child, own, left, needOfAddend(need, total, child));
    copy(own, child + N_LIST, left);
    left = addChild(node, child, left, left, need, i);
  }
  for (let i = 0; i < i32At(node + N_EXCLUDED) && left > 0; i++) {
    const child = childAt(node, required + optional + i);
    left = subtract(own, left, child + N_LIST, askNode(lane, child, own, left, -1));
  }
  for (let i = required; i < required + optional && left > 0; i++) {
    const child = childAt(node, i);
    const matches = askNode(lane, child, own, left, needOfAddend(need, total, child));
    countMatches(node, child, matches);
    left = addChild(node, child, matches, left, need, i);
  }
  left = keepMinimum(node, left);
  if (scored) roundScores(node, left);
  return left;
}

/**
 * Adds the scores of the child at index `place` for its matches. From the node's list of `count`
 * candidates, those that may still exceed `need` are kept.
 */
function addChild(node: u32, child: u32, matches: i32, count: i32, need: f64, place: i32): i32 {
  if (i32At(child + N_SCORED) === 0) return count;
  for (let i = 0; i < matches; i++) {
    const at = 8 * u8At(child + N_LIST + i);
    const sum = node + N_SCORES + at;
    setF64(sum, f64At(sum) + f64At(child + N_SCORES + at));
  }
  if (need < 0) return count;
  const more = boundsFrom(node, place + 1);
  return keepPromising(node + N_LIST, node + N_SCORES, count, more, need);
}

function countMatches(node: u32, child: u32, matches: i32): void {
  for (let i = 0; i < matches; i++) {
    const at = node + N_MATCHES + u8At(child + N_LIST + i);
    setU8(at, u8At(at) + 1);
  }
}

function keepMinimum(node: u32, count: i32): i32 {
  const minimum = i32At(node + N_MINIMUM);
  if (minimum === 0) return count;
  let left = 0;
  for (let i = 0; i < count; i++) {
    const place = u8At(node + N_LIST + i);
    setU8(node + N_LIST + left, place);
    left += u8At(node + N_MATCHES + place) >= minimum ? 1 : 0;
  }
  return left;
}

/** Removes candidates from a list; both lists ascend, and all removed ones are in it. */
function subtract(list: u32, count: i32, gone: u32, goneCount: i32): i32 {
  let left = 0;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const place = u8At(list + i);
    if (at < goneCount && u8At(gone + at) === place) {
      at++;
      continue;
    }
    setU8(list + left, place);
    left++;
  }
  return left;
}

function roundScores(node: u32, count: i32): void {
  for (let i = 0; i < count; i++) {
    const at = node + N_SCORES + 8 * u8At(node + N_LIST + i);
    setF64(at, toF64(toF32(f64At(at))));
  }
}

function askMax(lane: u32, node: u32, list: u32, count: i32, need: f64): i32 {
  const children = i32At(node + N_OPTIONAL);
  const tie = toF64(f32At(node + N_TIE));
  const scored = i32At(node + N_SCORED) !== 0;
  fill(node + N_MATCHES, 0, PLACES);
  fill(node + N_SCORES, 0, 8 * PLACES);
  fill(node + N_OTHERS, 0, 8 * PLACES);
  for (let i = 0; i < children; i++) {
    const child = childAt(node, i);
    // Scores that are not the best count only with a tie breaker.
    const matches = askNode(lane, child, list, count, scored && tie === 0 ? need : -1);
    countMatches(node, child, matches);
    if (scored) takeBest(node, child, matches);
  }
  let left = 0;
  for (let i = 0; i < count; i++) {
    const place = u8At(list + i);
    setU8(node + N_LIST + left, place);
    left += u8At(node + N_MATCHES + place) !== 0 ? 1 : 0;
  }
  if (!scored) return left;
  for (let i = 0; i < left; i++) {
    const at = 8 * u8At(node + N_LIST + i);
    const score = f64At(node + N_SCORES + at) + f64At(node + N_OTHERS + at) * tie;
    setF64(node + N_SCORES + at, toF64(toF32(score)));
  }
  return left;
}

function takeBest(node: u32, child: u32, matches: i32): void {
  if (i32At(child + N_SCORED) === 0) return;
  for (let i = 0; i < matches; i++) {
    const at = 8 * u8At(child + N_LIST + i);
    const score = f64At(child + N_SCORES + at);
    const best = f64At(node + N_SCORES + at);
    const other = score < best ? score : best;
    setF64(node + N_OTHERS + at, f64At(node + N_OTHERS + at) + other);
    if (score > best) setF64(node + N_SCORES + at, score);
  }
}
