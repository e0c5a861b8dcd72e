/** Bounds the scores of the documents in a window, node by node of a tree. */
import { boundBetween } from './bounds.js';
import {
  BOOLEAN_NODE,
  C_WEIGHT,
  CLAUSE_BYTES,
  CONSTANT_NODE,
  MAX_NODE,
  N_BOUND,
  N_CHILDREN,
  N_CLAUSE,
  N_KIND,
  N_OPTIONAL,
  N_REQUIRED,
  N_SCORE,
  N_SCORED,
  N_TERMS,
  N_TIE,
  PHRASE_NODE,
  TERM_NODE,
} from './layout.js';
import { f32At, i32At, setF32, toF32, toF64, u32At } from './memory.js';

/** Subtracted from a share of a score, so that rounding never loses a hit. */
export const SLACK: f64 = 0.000001;

export function childAt(node: u32, i: i32): u32 {
  return u32At(node + N_CHILDREN + 4 * i);
}

/**
 * Computes and stores a bound of the node and of all nodes below it for a range of documents.
 * `from` never decreases.
 */
export function boundNode(node: u32, from: i32, to: i32): f32 {
  const bound: f32 = i32At(node + N_SCORED) === 0 ? 0 : boundScored(node, from, to);
  setF32(node + N_BOUND, bound);
  return bound;
}

function boundScored(node: u32, from: i32, to: i32): f32 {
  const kind = i32At(node + N_KIND);
  if (kind === TERM_NODE) return boundBetween(u32At(node + N_CLAUSE), from, to);
  if (kind === PHRASE_NODE) return boundPhrase(node, from, to);
  if (kind === CONSTANT_NODE) return f32At(node + N_SCORE);
  if (kind === BOOLEAN_NODE) return boundBoolean(node, from, to);
  return kind === MAX_NODE ? boundMax(node, from, to) : 0;
}

/** Each term of a phrase bounds it, since the terms have its weight. */
function boundPhrase(node: u32, from: i32, to: i32): f32 {
  const terms = i32At(node + N_TERMS);
  let least: f32 = Infinity;
  for (let i = 0; i < terms; i++) {
    const bound = boundBetween(u32At(node + N_CLAUSE) + i * CLAUSE_BYTES, from, to);
    if (bound < least) least = bound;
  }
  return least;
}

function boundBoolean(node: u32, from: i32, to: i32): f32 {
  const required = i32At(node + N_REQUIRED);
  const count = required + i32At(node + N_OPTIONAL);
  let sum: f64 = 0;
  let isAbsent = false;
  for (let i = 0; i < count; i++) {
    const child = childAt(node, i);
    const bound = boundNode(child, from, to);
    if (i < required && bound === 0 && hasWeight(child)) isAbsent = true;
    sum += toF64(bound);
  }
  return isAbsent ? 0 : toF32(sum);
}

/** True if each match of the node scores more than 0. */
function hasWeight(node: u32): boolean {
  const kind = i32At(node + N_KIND);
  if (i32At(node + N_SCORED) === 0 || (kind !== TERM_NODE && kind !== PHRASE_NODE)) return false;
  return f32At(u32At(node + N_CLAUSE) + C_WEIGHT) > 0;
}

function boundMax(node: u32, from: i32, to: i32): f32 {
  const count = i32At(node + N_OPTIONAL);
  let most: f32 = 0;
  let others: f64 = 0;
  for (let i = 0; i < count; i++) {
    const bound = boundNode(childAt(node, i), from, to);
    others += toF64(bound < most ? bound : most);
    if (bound > most) most = bound;
  }
  return toF32(toF64(most) + others * toF64(f32At(node + N_TIE)));
}

/** The sum of the bounds of the children from index `from` on, without excluded ones. */
export function boundsFrom(node: u32, from: i32): f64 {
  const count = i32At(node + N_REQUIRED) + i32At(node + N_OPTIONAL);
  let sum: f64 = 0;
  for (let i = from; i < count; i++) sum += toF64(f32At(childAt(node, i) + N_BOUND));
  return sum;
}

/**
 * The score that a child of a sum must exceed so that the sum exceeds `need` when all other
 * children have their best score; `total` is the sum of all bounds. -1: any score suffices.
 */
export function needOfAddend(need: f64, total: f64, child: u32): f64 {
  if (need < 0 || i32At(child + N_SCORED) === 0) return -1;
  const rest = total - toF64(f32At(child + N_BOUND));
  const share = need - rest - (need + rest) * SLACK;
  return share > 0 ? share : -1;
}

/** The score that some child of a `MAX_NODE` must exceed so that the node exceeds `need`. */
export function needOfBest(need: f64, node: u32): f64 {
  if (need < 0) return -1;
  const count = i32At(node + N_OPTIONAL);
  const tie = toF64(f32At(node + N_TIE));
  const total = boundsFrom(node, 0);
  let least: f64 = Infinity;
  for (let i = 0; i < count; i++) {
    const bound = toF64(f32At(childAt(node, i) + N_BOUND));
    if (bound < least) least = bound;
  }
  const alike = need / (1 + tie * (count - 1));
  const rest = need - tie * (total - least);
  const share = (alike > rest ? alike : rest) * (1 - SLACK);
  return share > 0 ? share : -1;
}
