/**
 * Finds all documents of a window that a tree of queries matches, as bits, if bits alone decide.
 * Hits are then counted without being scored.
 */
import {
  BOOLEAN_NODE,
  CONSTANT_NODE,
  MAX_NODE,
  N_BITS,
  N_EXCLUDED,
  N_KIND,
  N_MINIMUM,
  N_OPTIONAL,
  N_REQUIRED,
  N_SCORES,
} from './layout.js';
import { copy, fill, i32At } from './memory.js';
import { childAt } from './tree_bounds.js';
import { markNode } from './tree_candidates.js';
import { andNotWords, andWords, orWords } from './vectors.js';

const WORDS: i32 = 128;
const BYTES: i32 = 512;

/** The address of the window's matches, which must not be modified; 0: there are none. */
export function matchesOf(lane: u32, node: u32, base: i32): u32 {
  const kind = i32At(node + N_KIND);
  if (kind === BOOLEAN_NODE) return matchesOfBoolean(lane, node, base);
  if (kind === CONSTANT_NODE) return matchesOf(lane, childAt(node, 0), base);
  if (kind !== MAX_NODE) return markNode(lane, node, base, -1);
  const bits = node + N_BITS;
  return unite(lane, node, 0, i32At(node + N_OPTIONAL), base, bits) ? bits : 0;
}

/** Unites the children in [from, to); returns true if there are matches. */
function unite(lane: u32, node: u32, from: i32, to: i32, base: i32, bits: u32): boolean {
  let found = false;
  fill(bits, 0, BYTES);
  for (let i = from; i < to; i++) {
    const source = matchesOf(lane, childAt(node, i), base);
    if (source === 0) continue;
    orWords(bits, source, WORDS);
    found = true;
  }
  return found;
}

function matchesOfBoolean(lane: u32, node: u32, base: i32): u32 {
  const required = i32At(node + N_REQUIRED);
  const scored = required + i32At(node + N_OPTIONAL);
  const bits = node + N_BITS;
  for (let i = 0; i < required; i++) {
    const source = matchesOf(lane, childAt(node, i), base);
    if (source === 0) return 0;
    if (i === 0) copy(bits, source, BYTES);
    else andWords(bits, source, WORDS);
  }
  if (i32At(node + N_MINIMUM) > 0) {
    // The memory of the scores is free while matches are searched.
    const union = required === 0 ? bits : node + N_SCORES;
    if (!unite(lane, node, required, scored, base, union)) return 0;
    if (required > 0) andWords(bits, union, WORDS);
  }
  for (let i = 0; i < i32At(node + N_EXCLUDED); i++) {
    const source = matchesOf(lane, childAt(node, scored + i), base);
    if (source !== 0) andNotWords(bits, source, WORDS);
  }
  return bits;
}
