/**
 * Finds the documents of a window that a tree of queries may match with a sufficient score, as
 * bits; some of them may not match. Nodes whose candidates are not needed, because others are rarer
 * or because their bounds together are too low, bring none. This is MAXSCORE at every level of the
 * tree.
 */
import { hasBitAt } from './bit_sets.js';
import { enterBlock, seek } from './cursor.js';
import {
  ALL_NODE,
  BOOLEAN_NODE,
  C_BIT_SET,
  C_BLOCK,
  C_FIRST,
  C_KIND,
  CLAUSE_BYTES,
  CONSTANT_NODE,
  DENSE,
  F_LOWER,
  F_PRESENCE,
  F_STRETCHES,
  F_UPPER,
  F_VALUES,
  F_WHOLE,
  F_WIDTH,
  N_BITS,
  N_BOUND,
  N_CLAUSE,
  N_KIND,
  N_LEAD,
  N_OPTIONAL,
  N_REQUIRED,
  N_SCORED,
  N_TERMS,
  PHRASE_NODE,
  Q_MAX_DOC,
  RANGE_NODE,
  TERM_NODE,
  WINDOW,
} from './layout.js';
import { copy, f32At, fill, i32At, toF64, u32At } from './memory.js';
import { boundsFrom, childAt, needOfAddend, needOfBest, SLACK } from './tree_bounds.js';
import { andWords, markInside, orWords } from './vectors.js';
import { markBlocks } from './window_bits.js';

const WORDS: i32 = 128;
const BYTES: i32 = 512;

/**
 * The address of the window's bits, which must not be modified; 0: there are none. Only scores
 * above `need` count; -1: all count.
 */
export function markNode(lane: u32, node: u32, base: i32, need: f64): u32 {
  if (need >= 0 && toF64(f32At(node + N_BOUND)) <= need) return 0;
  const kind = i32At(node + N_KIND);
  if (kind === TERM_NODE) return markTerm(node, u32At(node + N_CLAUSE), base, need);
  if (kind === PHRASE_NODE) return markPhrase(node, base, need);
  if (kind === BOOLEAN_NODE) return markBoolean(lane, node, base, need);
  if (kind === CONSTANT_NODE) return markNode(lane, childAt(node, 0), base, -1);
  if (kind === RANGE_NODE) return markRange(lane, node, base);
  if (kind === ALL_NODE) {
    fill(node + N_BITS, 255, BYTES);
    return node + N_BITS;
  }
  return markMax(lane, node, base, need);
}

/** Bit sets consist of whole groups of 16 bytes; bits beyond the end are no documents. */
function wordsOf(c: u32, base: i32): u32 {
  return u32At(c + C_BIT_SET) + ((base >>> 3) | 0);
}

function markTerm(node: u32, c: u32, base: i32, need: f64): u32 {
  if (i32At(c + C_KIND) & DENSE) return wordsOf(c, base);
  const bits = node + N_BITS;
  fill(bits, 0, BYTES);
  if (!seek(c, base) || i32At(c + C_FIRST) >= base + WINDOW) return 0;
  const first = i32At(c + C_BLOCK);
  const found = markBlocks(c, base, need, bits) > 0;
  // Candidates will be checked from the start of the window on, so go back to its first block.
  if (i32At(c + C_BLOCK) !== first) enterBlock(c, first);
  return found ? bits : 0;
}

/** The rarest term's documents that all dense terms have. */
function markPhrase(node: u32, base: i32, need: f64): u32 {
  const lead = u32At(node + N_CLAUSE);
  const terms = i32At(node + N_TERMS);
  const source = markTerm(node, lead, base, need);
  const bits = node + N_BITS;
  if (source === 0) return 0;
  if (source !== bits) copy(bits, source, BYTES);
  for (let i = 1; i < terms; i++) andDense(bits, lead + i * CLAUSE_BYTES, base);
  return bits;
}

function andDense(bits: u32, c: u32, base: i32): void {
  if (i32At(c + C_KIND) & DENSE) andWords(bits, wordsOf(c, base), WORDS);
}

function markBoolean(lane: u32, node: u32, base: i32, need: f64): u32 {
  const lead = i32At(node + N_LEAD);
  const total: f64 = need < 0 ? 0 : boundsFrom(node, 0);
  if (lead < 0) return markOptional(lane, node, base, need, total);
  const child = childAt(node, lead);
  const source = markNode(lane, child, base, needOfAddend(need, total, child));
  if (source === 0) return 0;
  const bits = node + N_BITS;
  copy(bits, source, BYTES);
  const required = i32At(node + N_REQUIRED);
  for (let i = 0; i < required; i++) {
    const other = childAt(node, i);
    const isTerm = i32At(other + N_KIND) === TERM_NODE;
    if (i !== lead && isTerm) andDense(bits, u32At(other + N_CLAUSE), base);
  }
  return bits;
}

function markOptional(lane: u32, node: u32, base: i32, need: f64, total: f64): u32 {
  const bits = node + N_BITS;
  const required = i32At(node + N_REQUIRED);
  const count = required + i32At(node + N_OPTIONAL);
  let found = false;
  fill(bits, 0, BYTES);
  for (let i = required; i < count; i++) {
    const child = childAt(node, i);
    if (need >= 0 && !isEssential(node, i, need)) continue;
    const source = markNode(lane, child, base, needOfAddend(need, total, child));
    if (source === 0) continue;
    orWords(bits, source, WORDS);
    found = true;
  }
  return found ? bits : 0;
}

/**
 * True if this optional child, all with lower bounds and the required ones together exceed `need`.
 * Otherwise, one of the children with greater bounds must match.
 */
function isEssential(node: u32, place: i32, need: f64): boolean {
  const required = i32At(node + N_REQUIRED);
  const count = required + i32At(node + N_OPTIONAL);
  const own = f32At(childAt(node, place) + N_BOUND);
  let sum: f64 = 0;
  for (let i = 0; i < count; i++) {
    const bound = f32At(childAt(node, i) + N_BOUND);
    const isBefore = i < required || bound < own || (bound === own && i <= place);
    if (isBefore) sum += toF64(bound);
  }
  return sum * (1 + SLACK) > need;
}

function markMax(lane: u32, node: u32, base: i32, need: f64): u32 {
  const bits = node + N_BITS;
  const count = i32At(node + N_OPTIONAL);
  const share = needOfBest(need, node);
  let found = false;
  fill(bits, 0, BYTES);
  for (let i = 0; i < count; i++) {
    const child = childAt(node, i);
    const source = markNode(lane, child, base, i32At(child + N_SCORED) === 0 ? -1 : share);
    if (source === 0) continue;
    orWords(bits, source, WORDS);
    found = true;
  }
  return found ? bits : 0;
}

/** A window is one of the stretches of a column's bounds. */
function markRange(lane: u32, node: u32, base: i32): u32 {
  const filter = u32At(node + N_CLAUSE);
  const stretches = u32At(filter + F_STRETCHES);
  const stretch = base / WINDOW;
  if (stretches !== 0 && hasBitAt(stretches, stretch) === 0) return 0;
  const bits = node + N_BITS;
  const whole = u32At(filter + F_WHOLE);
  if (whole !== 0 && hasBitAt(whole, stretch) !== 0) {
    fill(bits, 255, BYTES);
  } else {
    const width = i32At(filter + F_WIDTH);
    const left = i32At(lane + Q_MAX_DOC) - base;
    const values = u32At(filter + F_VALUES) + width * base;
    const lower = u32At(filter + F_LOWER);
    const upper = u32At(filter + F_UPPER);
    fill(bits, 0, BYTES);
    markInside(values, width, lower, upper, left < WINDOW ? left : WINDOW, bits);
  }
  const presence = u32At(filter + F_PRESENCE);
  if (presence !== 0) andWords(bits, presence + ((base >>> 3) | 0), WORDS);
  return bits;
}
