/**
 * Builds a graph of vectors node by node. A new node is linked to the closest nodes in different
 * directions: a candidate that is closer to a chosen node than to the new one is left out.
 */
import {
  FOUND,
  G_BASE,
  G_BASE_NEAR,
  G_BIAS,
  G_BIASES,
  G_CODES,
  G_DIMENSION,
  G_ENTRY,
  G_FACTORS,
  G_IS_L2,
  G_LEVELS,
  G_M,
  G_QUERY,
  G_RESULT_COUNT,
  G_RESULTS,
  G_SCALE,
  G_STAMP,
  G_TOP,
  G_UPPER,
  G_UPPER_NEAR,
  G_VISITS,
} from './graph_layout.js';
import { climb, closeness, findNear, linksAt } from './graph_walk.js';
import { copy, f32At, i32At, setF32, setF64, setI32, toF32, toF64, u8At, u32At } from './memory.js';
import { keyAt, nodeAt, popNode } from './node_heap.js';

/**
 * Adds the nodes in [from, to), whose levels are set; all nodes before them are in the graph. A
 * result other than 0 means there is no room.
 */
export function addNodes(g: u32, from: i32, to: i32): i32 {
  for (let node = from; node < to; node++) {
    const answer = addNode(g, node);
    if (answer !== FOUND) return answer;
  }
  return FOUND;
}

function addNode(g: u32, node: i32): i32 {
  const level = u8At(u32At(g + G_LEVELS) + node);
  const top = i32At(g + G_TOP);
  let start = i32At(g + G_ENTRY);
  if (start >= 0) {
    lookFor(g, node);
    setI32(g + G_VISITS, 0);
    for (let above = top; above > level; above--) start = climb(g, start, above);
    for (let at = level < top ? level : top; at >= 0; at--) {
      setI32(g + G_STAMP, i32At(g + G_STAMP) + 1);
      const answer = findNear(g, start, at);
      if (answer !== FOUND) return answer;
      start = linkNode(g, node, at);
      lookFor(g, node);
    }
  }
  if (start < 0 || level > top) {
    setI32(g + G_TOP, level);
    setI32(g + G_ENTRY, node);
  }
  return FOUND;
}

/** Makes a node the query of a search. */
function lookFor(g: u32, node: i32): void {
  const factor = toF64(f32At(u32At(g + G_FACTORS) + 4 * node));
  setI32(g + G_QUERY, u32At(g + G_CODES) + node * i32At(g + G_DIMENSION));
  // For distances, the factor of a stored vector is doubled: see `vectors/vector_codes.ts`.
  setF64(g + G_SCALE, i32At(g + G_IS_L2) !== 0 ? factor / 2 : factor);
  setF64(g + G_BIAS, toF64(f32At(u32At(g + G_BIASES) + 4 * node)));
}

/** The address of the f32 closeness values of the links at an address, at the same offsets. */
function nearOf(g: u32, links: u32, level: i32): u32 {
  if (level === 0) return u32At(g + G_BASE_NEAR) + (links - u32At(g + G_BASE));
  return u32At(g + G_UPPER_NEAR) + (links - u32At(g + G_UPPER));
}

/** Sorts the results, the closest first. */
function sortResults(g: u32): i32 {
  const results = u32At(g + G_RESULTS);
  const count = i32At(g + G_RESULT_COUNT);
  for (let size = count; size > 1; size--) {
    const key = keyAt(results, 0);
    const node = nodeAt(results, 0);
    popNode(results, size);
    const at = results + 16 * (size - 1);
    setF64(at, key);
    setI32(at + 8, node);
  }
  return count;
}

/**
 * Links the node to the results in different directions, and those to the node. Returns the closest
 * result.
 */
function linkNode(g: u32, node: i32, level: i32): i32 {
  const m = i32At(g + G_M);
  const results = u32At(g + G_RESULTS);
  const found = sortResults(g);
  const closest = nodeAt(results, 0);
  const links = linksAt(g, node, level);
  const near = nearOf(g, links, level);
  let count = 0;
  for (let i = 0; i < found && count < m; i++) {
    const candidate = nodeAt(results, i);
    const key = toF32(keyAt(results, i));
    if (!liesApart(g, candidate, key, links, count)) continue;
    count++;
    setI32(links + 4 * count, candidate);
    setF32(near + 4 * count, key);
  }
  setI32(links, count);
  for (let i = 1; i <= count; i++) {
    linkBack(g, i32At(links + 4 * i), node, level, f32At(near + 4 * i));
  }
  return closest;
}

/**
 * True if none of the first `count` links is closer to the candidate than the node that has these
 * links.
 */
function liesApart(g: u32, candidate: i32, key: f32, links: u32, count: i32): boolean {
  if (count === 0) return true;
  lookFor(g, candidate);
  const least = toF64(key);
  for (let i = 1; i <= count; i++) {
    if (closeness(g, i32At(links + 4 * i)) > least) return false;
  }
  return true;
}

/** Adds a link back. A node with too many links drops those beside another, or the farthest. */
function linkBack(g: u32, from: i32, to: i32, level: i32, key: f32): void {
  const m = i32At(g + G_M);
  const capacity = level === 0 ? 2 * m : m;
  const links = linksAt(g, from, level);
  const near = nearOf(g, links, level);
  const count = i32At(links);
  let place = count + 1;
  while (place > 1 && f32At(near + 4 * (place - 1)) < key) place--;
  if (count < capacity) {
    insertLink(links, near, place, count + 1, to, key);
    setI32(links, count + 1);
    return;
  }
  if (place > capacity) return;
  const lost = i32At(links + 4 * capacity);
  const lostKey = f32At(near + 4 * capacity);
  insertLink(links, near, place, capacity, to, key);
  let kept = keepApart(g, links, near, capacity);
  if (kept < capacity && liesApart(g, lost, lostKey, links, kept)) {
    kept++;
    setI32(links + 4 * kept, lost);
    setF32(near + 4 * kept, lostKey);
  }
  setI32(links, kept);
}

/** Moves the links in [place, end) up by one, overwriting the link at `end`, and inserts a link. */
function insertLink(links: u32, near: u32, place: i32, end: i32, node: i32, key: f32): void {
  const bytes = 4 * (end - place);
  copy(links + 4 * (place + 1), links + 4 * place, bytes);
  copy(near + 4 * (place + 1), near + 4 * place, bytes);
  setI32(links + 4 * place, node);
  setF32(near + 4 * place, key);
}

/** Keeps those of the links, closest first, that are in different directions. */
function keepApart(g: u32, links: u32, near: u32, count: i32): i32 {
  let kept = 0;
  for (let i = 1; i <= count; i++) {
    const candidate = i32At(links + 4 * i);
    const key = f32At(near + 4 * i);
    if (!liesApart(g, candidate, key, links, kept)) continue;
    kept++;
    setI32(links + 4 * kept, candidate);
    setF32(near + 4 * kept, key);
  }
  return kept;
}
