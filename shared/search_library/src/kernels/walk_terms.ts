/**
 * Finds the terms of a dictionary that an automaton accepts, like
 * `codec/v1/terms/intersect_blocks.ts`. States are kept for each byte of the current term, so that
 * only the unshared bytes of the next term are read, and none if the automaton died within the
 * shared bytes: one SIMD comparison finds the block's next term to read. The host builds the
 * automaton as terms require it. A block that needs an unknown move is started again once the move
 * is known.
 */
import { bytesUpTo, fillShorts, findByte } from './bytes.js';
import { damaged, i16At, i32At, setI16, setI32, trailingZeros, u8At, u32At } from './memory.js';
import { varintAt, varintEnd } from './varint.js';
import { placesOf } from './vectors.js';
import {
  ACCEPTS,
  ACCEPTS_ALL,
  MAX_WALK_DEPTH,
  MAX_WALK_TERMS,
  W_BLOCK,
  W_BLOCKS,
  W_BYTE,
  W_DEAD,
  W_END,
  W_ENDS,
  W_EXIT,
  W_EXIT_AT,
  W_EXIT_FROM,
  W_EXITS,
  W_FLAGS,
  W_FOUND,
  W_MOVES,
  W_RESTS,
  W_SIZE,
  W_STACK,
  W_STARTS,
  W_STATE,
  W_TERMS,
  W_TO,
  WALK_ASKS,
  WALK_DONE,
  WALK_ON,
} from './walk_layout.js';

const BLOCK_TERMS: i32 = 32;
/** A length to which a varint is added. */
const MORE: i32 = 255;
const DEAD: i32 = -1;
const UNKNOWN: i32 = -2;
const NOT_YET: i32 = 0x7fffffff;
/** Blocks per call, which take some hundred microseconds. */
const SLICE_BLOCKS: i32 = 2048;

/** Continues at `W_BLOCK`. */
export function walkTerms(w: u32): i32 {
  const to = i32At(w + W_TO);
  let block = i32At(w + W_BLOCK);
  for (let looked = 0; block < to; looked++) {
    const found = i32At(w + W_FOUND);
    setI32(w + W_BLOCK, block);
    if (looked === SLICE_BLOCKS || found > MAX_WALK_TERMS - BLOCK_TERMS) return WALK_ON;
    block = afterPlainBlocks(w, block, to);
    if (block === to) break;
    const next = visit(w, block, to);
    if (next < 0) {
      setI32(w + W_BLOCK, block);
      setI32(w + W_FOUND, found);
      return WALK_ASKS;
    }
    block = next;
  }
  setI32(w + W_BLOCK, to);
  return WALK_DONE;
}

function startOf(w: u32, block: i32): u32 {
  const start = u32At(w + W_BLOCKS) + u32At(u32At(w + W_STARTS) + 4 * block);
  if (start >= u32At(w + W_END)) damaged();
  return start;
}

/** If only one byte leaves the first state, blocks without this byte are skipped. */
function afterPlainBlocks(w: u32, block: i32, to: i32): i32 {
  const exit = i16At(w + W_EXITS);
  if (exit < 0 || (u8At(w + W_FLAGS) & ACCEPTS) !== 0) return block;
  const at = findExit(w, exit, startOf(w, block));
  let next = block;
  while (next < to && (next + 1 === to ? u32At(w + W_END) : startOf(w, next + 1)) <= at) next++;
  return next;
}

/** Reads a length. The sign bit is cleared, so that a damaged length is not negative. */
function lengthAt(address: u32): i32 {
  return varintAt(address) & 0x7fffffff;
}

/** Visits a block and returns the next one; -1 when a move is unknown. */
function visit(w: u32, block: i32, to: i32): i32 {
  const end = u32At(w + W_END);
  const ordinal = block * BLOCK_TERMS;
  const left = i32At(w + W_SIZE) - ordinal;
  const others = (left < BLOCK_TERMS ? left : BLOCK_TERMS) - 1;
  const firstLength = lengthAt(startOf(w, block));
  let from = varintEnd();
  let until = from + firstLength;
  /**
   * The number of bytes that each further term shares with its predecessor, a byte each; the
   * lengths of their rests follow.
   */
  const shares = until;
  const lengths = shares + others;
  if (until < from || lengths + others > end || others < 0) damaged();
  let term = 0;
  let shared = 0;
  while (true) {
    const state = run(w, shared, from, until);
    if (state === UNKNOWN) return -1;
    /** Number of bytes of the term whose states are known. */
    const depth = shared + (ranTo - from);
    let sink = NOT_YET;
    if (state !== DEAD) sink = taken(w, state, depth, ordinal + term);
    // Terms that share more bytes with the current one than it survived die too.
    const limit = state === DEAD && depth < 255 ? depth : 255;
    let waiting = bytesUpTo(shares, limit) & lowBits(others) & (-1 << term);
    if (term === 0) {
      setI32(w + W_DEAD, depth);
      if (waiting === 0) return state === DEAD ? afterDead(w, block, to) : block + 1;
      findRests(w, lengths, others);
    }
    shared = NOT_YET;
    while (waiting !== 0) {
      const place = trailingZeros(waiting);
      waiting &= waiting - 1;
      term = place + 1;
      shared = u8At(shares + place);
      if (shared < sink) break;
      accept(w, ordinal + term);
      shared = NOT_YET;
    }
    if (shared === NOT_YET) break;
    from = u32At(w + W_RESTS + 4 * (term - 1));
    until = u32At(w + W_ENDS + 4 * (term - 1));
    if (shared > depth || until < from || until > end) damaged();
  }
  return block + 1;
}

/** A mask of `count` bits, at most 31. */
function lowBits(count: i32): i32 {
  return (1 << count) - 1;
}

/** The address of the byte at which `run` stopped; the end of the term if it read all of it. */
let ranTo: u32 = 0;

/**
 * The state after the bytes of a term whose first `shared` bytes are those of its predecessor;
 * `DEAD`; or `UNKNOWN`, with the required move stored.
 */
function run(w: u32, shared: i32, from: u32, until: u32): i32 {
  const states = w + W_STACK + 2 * shared;
  if (shared + (until - from) >= MAX_WALK_DEPTH) damaged();
  let state = i16At(states);
  let next = state;
  let at = from;
  for (; at < until; at++) {
    const byte = u8At(at);
    next = i16At(w + W_MOVES + (state << 9) + 2 * byte);
    if (next < 0) break;
    setI16(states + 2 * (at - from) + 2, next);
    if (next === state) at = afterLoop(w, state, states - 2 * from, at, until);
    state = next;
  }
  ranTo = at;
  if (next === UNKNOWN) {
    setI32(w + W_STATE, state);
    setI32(w + W_BYTE, u8At(at));
  }
  return next;
}

/**
 * Called when the byte at `at` led a state to itself; returns the last byte known to do so.
 * `states` is the address that the state before byte 0 of the memory would have.
 */
function afterLoop(w: u32, state: i32, states: u32, at: u32, until: u32): u32 {
  const exit = i16At(w + W_EXITS + 2 * state);
  if (exit < 0) return at;
  let next = findExit(w, exit, at + 1);
  if (next > until) next = until;
  fillShorts(states + 2 * at + 4, state, next - at - 1);
  return next - 1;
}

/**
 * Accepts a term whose state accepts; returns the least depth from which on everything that follows
 * is accepted, if there is one.
 */
function taken(w: u32, state: i32, length: i32, ordinal: i32): i32 {
  const flags = u8At(w + W_FLAGS + state);
  if ((flags & ACCEPTS) !== 0) accept(w, ordinal);
  return (flags & ACCEPTS_ALL) !== 0 ? sinkDepth(w, length) : NOT_YET;
}

/** Computes the places of the rests of the block's terms; varints have the long lengths. */
function findRests(w: u32, lengths: u32, count: i32): void {
  const begins = w + W_RESTS;
  const ends = w + W_ENDS;
  placesOf(lengths, lengths + count, begins, ends);
  const all = lowBits(count);
  if ((bytesUpTo(lengths, MORE - 1) & all) === all) return;
  let rest = lengths + count;
  for (let i = 0; i < count; i++) {
    let length = u8At(lengths + i);
    if (length === MORE) {
      length += lengthAt(rest);
      rest = varintEnd();
    }
    setI32(begins + 4 * i, rest);
    rest += length;
    setI32(ends + 4 * i, rest);
  }
}

/**
 * All terms of a block died like its first one; so do those of the following blocks that begin with
 * the same bytes.
 */
function afterDead(w: u32, block: i32, to: i32): i32 {
  let next = block + 1;
  for (let step = 1; next + step < to && diesAs(w, block, next + step); step *= 2) next += step;
  while (next + 1 < to && diesAs(w, block, next + 1)) next++;
  return next;
}

/** True if two blocks begin with the same bytes, as far as the automaton read. */
function diesAs(w: u32, block: i32, other: i32): boolean {
  const wanted = i32At(w + W_DEAD) + 1;
  lengthAt(startOf(w, block));
  const own = varintEnd();
  const length = lengthAt(startOf(w, other));
  if (length < wanted || varintEnd() + wanted > u32At(w + W_END)) return false;
  let i = 0;
  while (i < wanted && u8At(own + i) === u8At(varintEnd() + i)) i++;
  return i === wanted;
}

function accept(w: u32, ordinal: i32): void {
  const found = i32At(w + W_FOUND);
  setI32(w + W_TERMS + 4 * found, ordinal);
  setI32(w + W_FOUND, found + 1);
}

/** The least depth from which on everything that follows is accepted. */
function sinkDepth(w: u32, length: i32): i32 {
  let depth = length;
  while (depth > 0 && acceptsAllAt(w, depth - 1)) depth--;
  return depth;
}

function acceptsAllAt(w: u32, depth: i32): boolean {
  const state = i16At(w + W_STACK + 2 * depth);
  return (u8At(w + W_FLAGS + state) & ACCEPTS_ALL) !== 0;
}

/**
 * The first place of the byte from `from` on, possibly beyond the term. The result is kept because
 * the rest of the next term follows in the same bytes.
 */
function findExit(w: u32, exit: i32, from: u32): u32 {
  const known = exit === i32At(w + W_EXIT) && from >= u32At(w + W_EXIT_FROM);
  if (known && from <= u32At(w + W_EXIT_AT)) return u32At(w + W_EXIT_AT);
  const at = findByte(from, u32At(w + W_END), exit);
  setI32(w + W_EXIT, exit);
  setI32(w + W_EXIT_FROM, from);
  setI32(w + W_EXIT_AT, at);
  return at;
}
