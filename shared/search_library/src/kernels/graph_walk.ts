/**
 * Searches a graph of vectors for a query: greedily down its levels, then with the best nodes kept.
 * See `vectors/vector_graph.ts`.
 */
import { hasBitAt } from './bit_sets.js';
import {
  DAMAGED,
  FOUND,
  G_ACCEPTED,
  G_BASE,
  G_BIAS,
  G_BIASES,
  G_CANDIDATE_COUNT,
  G_CANDIDATE_LIMIT,
  G_CANDIDATES,
  G_CODES,
  G_COUNT,
  G_DIMENSION,
  G_EF,
  G_ENTRY,
  G_FACTORS,
  G_M,
  G_QUERY,
  G_RESULT_COUNT,
  G_RESULTS,
  G_SCALE,
  G_SEEN,
  G_STAMP,
  G_STARTS,
  G_TOP,
  G_UPPER,
  G_UPPER_WORDS,
  G_VISIT_LIMIT,
  G_VISITS,
  GAVE_UP,
  NO_ROOM,
} from './graph_layout.js';
import { f32At, f64At, i32At, setI32, setU8, toF64, u8At, u32At } from './memory.js';
import { keyAt, nodeAt, popNode, pushNode, replaceTop } from './node_heap.js';
import { dotBytes } from './vectors.js';

/** The closeness of a node to the query; greater is closer. */
export function closeness(g: u32, node: i32): f64 {
  const dimension = i32At(g + G_DIMENSION);
  const dot = dotBytes(u32At(g + G_QUERY), u32At(g + G_CODES) + node * dimension, dimension);
  const factor = toF64(f32At(u32At(g + G_FACTORS) + 4 * node));
  const bias = toF64(f32At(u32At(g + G_BIASES) + 4 * node));
  return f64At(g + G_SCALE) * factor * dot + f64At(g + G_BIAS) + bias;
}

/**
 * The address of a node's links on a level: their number, then the nodes. 0: they would be outside
 * the graph.
 */
export function linksAt(g: u32, node: i32, level: i32): u32 {
  const m = i32At(g + G_M);
  if (level === 0) return u32At(g + G_BASE) + 4 * node * (1 + 2 * m);
  const start = i32At(u32At(g + G_STARTS) + 4 * node);
  const at = start + (level - 1) * (1 + m);
  if (start < 0 || at < 0 || at + m >= i32At(g + G_UPPER_WORDS)) return 0;
  return u32At(g + G_UPPER) + 4 * at;
}

/** The number of links, limited to the maximum of the level. */
export function linkCount(g: u32, links: u32, level: i32): i32 {
  const most = level === 0 ? 2 * i32At(g + G_M) : i32At(g + G_M);
  const count = i32At(links);
  return count < 0 || count > most ? most : count;
}

/** The node of an upper level that is closer than all its neighbours; -1: the graph is damaged. */
export function climb(g: u32, start: i32, level: i32): i32 {
  const nodes = i32At(g + G_COUNT);
  let best = start;
  let bestCloseness = closeness(g, start);
  let visits = i32At(g + G_VISITS);
  for (let moved = true; moved; ) {
    moved = false;
    const links = linksAt(g, best, level);
    if (links === 0) return -1;
    const count = linkCount(g, links, level);
    visits += count;
    for (let i = 1; i <= count; i++) {
      const other = i32At(links + 4 * i);
      if (other < 0 || other >= nodes) return -1;
      const near = closeness(g, other);
      // NaN, in a damaged file, is never closer.
      if (!(near > bestCloseness)) continue;
      bestCloseness = near;
      best = other;
      moved = true;
    }
  }
  setI32(g + G_VISITS, visits);
  return best;
}

/** Marks a node as visited; false when it was already. */
function seeFirst(g: u32, node: i32): boolean {
  const stamp = i32At(g + G_STAMP);
  const seen = u32At(g + G_SEEN);
  if (stamp !== 0) {
    if (i32At(seen + 4 * node) === stamp) return false;
    setI32(seen + 4 * node, stamp);
    return true;
  }
  const at = seen + (node >>> 3);
  const byte = u8At(at);
  const bit = 1 << (node & 7);
  if ((byte & bit) !== 0) return false;
  setU8(at, byte | bit);
  return true;
}

function isAccepted(g: u32, node: i32): boolean {
  const accepted = u32At(g + G_ACCEPTED);
  return accepted === 0 || hasBitAt(accepted, node) !== 0;
}

/**
 * Adds a node to the candidates, and to the results if it is accepted and close enough; false:
 * there is no room.
 */
function take(g: u32, node: i32, near: f64): boolean {
  const results = u32At(g + G_RESULTS);
  const found = i32At(g + G_RESULT_COUNT);
  const isFull = found >= i32At(g + G_EF);
  if (isFull && near <= keyAt(results, 0)) return true;
  const waiting = i32At(g + G_CANDIDATE_COUNT);
  if (waiting >= i32At(g + G_CANDIDATE_LIMIT)) return false;
  pushNode(u32At(g + G_CANDIDATES), waiting, -near, node);
  setI32(g + G_CANDIDATE_COUNT, waiting + 1);
  if (!isAccepted(g, node)) return true;
  if (isFull) {
    replaceTop(results, found, near, node);
  } else {
    pushNode(results, found, near, node);
    setI32(g + G_RESULT_COUNT, found + 1);
  }
  return true;
}

/**
 * Fills the results with the closest nodes of a level, starting at a node. No node may be marked in
 * `G_SEEN` before.
 */
export function findNear(g: u32, start: i32, level: i32): i32 {
  const nodes = i32At(g + G_COUNT);
  const candidates = u32At(g + G_CANDIDATES);
  const results = u32At(g + G_RESULTS);
  const ef = i32At(g + G_EF);
  const limit = i32At(g + G_VISIT_LIMIT);
  let visits = i32At(g + G_VISITS);
  setI32(g + G_CANDIDATE_COUNT, 0);
  setI32(g + G_RESULT_COUNT, 0);
  seeFirst(g, start);
  if (!take(g, start, closeness(g, start))) return NO_ROOM;
  while (i32At(g + G_CANDIDATE_COUNT) > 0) {
    if (i32At(g + G_RESULT_COUNT) >= ef && -keyAt(candidates, 0) < keyAt(results, 0)) break;
    const links = linksAt(g, nodeAt(candidates, 0), level);
    if (links === 0) return DAMAGED;
    const waiting = i32At(g + G_CANDIDATE_COUNT);
    popNode(candidates, waiting);
    setI32(g + G_CANDIDATE_COUNT, waiting - 1);
    const count = linkCount(g, links, level);
    for (let i = 1; i <= count; i++) {
      const node = i32At(links + 4 * i);
      if (node < 0 || node >= nodes) return DAMAGED;
      if (!seeFirst(g, node)) continue;
      if (++visits > limit) return GAVE_UP;
      if (!take(g, node, closeness(g, node))) return NO_ROOM;
    }
  }
  setI32(g + G_VISITS, visits);
  return FOUND;
}

/**
 * Finds the closest nodes of the lowest level, in no order: see `G_RESULTS`. The graph must not be
 * empty.
 */
export function searchGraph(g: u32): i32 {
  let node = i32At(g + G_ENTRY);
  for (let level = i32At(g + G_TOP); level > 0; level--) {
    node = climb(g, node, level);
    if (node < 0) return DAMAGED;
    if (i32At(g + G_VISITS) > i32At(g + G_VISIT_LIMIT)) return GAVE_UP;
  }
  return findNear(g, node, 0);
}
