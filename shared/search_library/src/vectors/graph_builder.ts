/**
 * Builds a graph node by node. A new node is linked to the closest that lie in different directions: a candidate that is closer to a node
 * chosen already than to the new one is left out. The levels come from a seed and the node's number, so the same vectors in the same
 * order give the same graph, byte by byte.
 */
import { NodeHeap } from './node_heap.js';
import { dotOfCodes, scaleOfNode, type VectorCodes } from './vector_codes.js';
import { linksAt, NO_LINKS, type VectorGraph } from './vector_graph.js';
import type { GraphOptions, VectorSpace } from './vector_spec.js';

/** Beyond it levels say nothing: 16 links a node reach 2^64 nodes. */
const MAX_LEVEL = 15;

export interface GraphBuild {
  readonly vectors: VectorCodes;
  readonly space: VectorSpace;
  readonly options: GraphOptions;
  readonly seed: number;
}

export function buildGraph(build: GraphBuild): VectorGraph {
  const builder = new GraphBuilder(build);
  for (let node = 0; node < build.vectors.count; node++) builder.add(node);
  return builder.graph();
}

class GraphBuilder implements VectorGraph {
  readonly m: number;
  readonly efConstruction: number;
  readonly base: Uint32Array;
  readonly starts: Uint32Array;
  readonly upper: Uint32Array;
  entry = -1;
  top = 0;
  readonly #vectors: VectorCodes;
  readonly #space: VectorSpace;
  readonly #levels: Uint8Array;
  /** How close each link is, beside `base` and `upper`. */
  readonly #baseCloseness: Float32Array;
  readonly #upperCloseness: Float32Array;
  /** The search that last saw a node. */
  readonly #seen: Uint32Array;
  #search = 0;
  readonly #candidates = new NodeHeap();
  readonly #results = new NodeHeap();
  /** What was found on a level, closest first. */
  #foundNodes = new Int32Array(0);
  #foundCloseness = new Float32Array(0);
  #foundCount = 0;

  constructor({ vectors, space, options, seed }: GraphBuild) {
    const { count } = vectors;
    this.m = options.m;
    this.efConstruction = options.efConstruction;
    this.#vectors = vectors;
    this.#space = space;
    this.#levels = levelsOf(count, options.m, seed);
    this.base = new Uint32Array(count * (1 + 2 * this.m));
    this.#baseCloseness = new Float32Array(this.base.length);
    this.starts = new Uint32Array(count);
    let words = 0;
    for (let node = 0; node < count; node++) {
      this.starts[node] = this.#levels[node] === 0 ? NO_LINKS : words;
      words += this.#levels[node] * (1 + this.m);
    }
    this.upper = new Uint32Array(words);
    this.#upperCloseness = new Float32Array(words);
    this.#seen = new Uint32Array(count);
  }

  graph(): VectorGraph {
    const { m, efConstruction, entry, top, base, starts, upper } = this;
    return { m, efConstruction, entry, top, base, starts, upper };
  }

  add(node: number): void {
    const level = this.#levels[node];
    if (this.entry < 0) {
      this.entry = node;
      this.top = level;
      return;
    }
    let start = this.entry;
    for (let above = this.top; above > level; above--) start = this.#climb(node, start, above);
    for (let at = Math.min(level, this.top); at >= 0; at--) {
      this.#findNear(node, start, at);
      start = this.#foundNodes[0];
      this.#link(node, at);
    }
    if (level > this.top) {
      this.top = level;
      this.entry = node;
    }
  }

  /** How close two nodes are; the same both ways. */
  #closeness(a: number, b: number): number {
    const { codes, dimension, factors, biases } = this.#vectors;
    const dot = dotOfCodes(codes, a * dimension, codes, b * dimension, dimension);
    return scaleOfNode(this.#space, factors[a]) * factors[b] * dot + biases[a] + biases[b];
  }

  #links(level: number): Uint32Array {
    return level === 0 ? this.base : this.upper;
  }

  /** The node of the level that no neighbour of its own beats. */
  #climb(node: number, start: number, level: number): number {
    let best = start;
    let bestCloseness = this.#closeness(node, start);
    for (let moved = true; moved; ) {
      moved = false;
      const at = linksAt(this, best, level);
      const count = this.upper[at];
      for (let i = 1; i <= count; i++) {
        const other = this.upper[at + i];
        const near = this.#closeness(node, other);
        if (near <= bestCloseness) continue;
        bestCloseness = near;
        best = other;
        moved = true;
      }
    }
    return best;
  }

  #findNear(node: number, start: number, level: number): void {
    const search = ++this.#search;
    const seen = this.#seen;
    const candidates = this.#candidates;
    const results = this.#results;
    const links = this.#links(level);
    const ef = this.efConstruction;
    candidates.clear();
    results.clear();
    const first = this.#closeness(node, start);
    seen[start] = search;
    candidates.push(-first, start);
    results.push(first, start);
    while (candidates.size > 0) {
      if (results.size >= ef && -candidates.keys[0] < results.keys[0]) break;
      const at = linksAt(this, candidates.nodes[0], level);
      candidates.pop();
      const end = at + links[at];
      for (let i = at + 1; i <= end; i++) {
        const other = links[i];
        if (seen[other] === search) continue;
        seen[other] = search;
        const near = this.#closeness(node, other);
        const full = results.size >= ef;
        if (full && near <= results.keys[0]) continue;
        candidates.push(-near, other);
        if (full) results.replaceTop(near, other);
        else results.push(near, other);
      }
    }
    this.#takeResults();
  }

  /** Empties the results into `found…`, closest first. */
  #takeResults(): void {
    const results = this.#results;
    if (this.#foundNodes.length < results.size) {
      this.#foundNodes = new Int32Array(results.size);
      this.#foundCloseness = new Float32Array(results.size);
    }
    this.#foundCount = results.size;
    while (results.size > 0) {
      this.#foundNodes[results.size - 1] = results.nodes[0];
      this.#foundCloseness[results.size - 1] = results.keys[0];
      results.pop();
    }
  }

  /** Links the node to the found ones that lie apart, and those to the node. */
  #link(node: number, level: number): void {
    const links = this.#links(level);
    const near = level === 0 ? this.#baseCloseness : this.#upperCloseness;
    const at = linksAt(this, node, level);
    let count = 0;
    for (let i = 0; i < this.#foundCount && count < this.m; i++) {
      const candidate = this.#foundNodes[i];
      const closeness = this.#foundCloseness[i];
      if (!this.#liesApart(candidate, closeness, links, at, count)) continue;
      count++;
      links[at + count] = candidate;
      near[at + count] = closeness;
    }
    links[at] = count;
    for (let i = 1; i <= count; i++) {
      this.#linkBack(links[at + i], node, level, near[at + i]);
    }
  }

  /** Whether no one of the first `count` links at `at` is closer to the candidate than the node whose links they are. */
  #liesApart(
    candidate: number,
    closeness: number,
    links: Uint32Array,
    at: number,
    count: number,
  ): boolean {
    for (let i = 1; i <= count; i++) {
      if (this.#closeness(candidate, links[at + i]) > closeness) return false;
    }
    return true;
  }

  /** A node with too many links lets go of those that lie beside another, or of the farthest. */
  #linkBack(from: number, to: number, level: number, closeness: number): void {
    const capacity = level === 0 ? 2 * this.m : this.m;
    const links = this.#links(level);
    const near = level === 0 ? this.#baseCloseness : this.#upperCloseness;
    const at = linksAt(this, from, level);
    const count = links[at];
    const place = placeOf(near, at, count, closeness);
    if (count < capacity) {
      insertLink(links, near, { from: at + place, to: at + count + 1 }, to, closeness);
      links[at] = count + 1;
      return;
    }
    if (place > capacity) return;
    const lost = links[at + capacity];
    const lostCloseness = near[at + capacity];
    insertLink(links, near, { from: at + place, to: at + capacity }, to, closeness);
    const kept = this.#keepApart(links, near, at, capacity);
    if (kept === capacity || !this.#liesApart(lost, lostCloseness, links, at, kept)) {
      links[at] = kept;
      return;
    }
    links[at + kept + 1] = lost;
    near[at + kept + 1] = lostCloseness;
    links[at] = kept + 1;
  }

  /** Keeps those of the links, closest first, that lie apart. */
  #keepApart(links: Uint32Array, near: Float32Array, at: number, count: number): number {
    let kept = 0;
    for (let i = 1; i <= count; i++) {
      const candidate = links[at + i];
      const closeness = near[at + i];
      if (!this.#liesApart(candidate, closeness, links, at, kept)) continue;
      kept++;
      links[at + kept] = candidate;
      near[at + kept] = closeness;
    }
    return kept;
  }
}

/** Where a link that close belongs, from 1: behind those as close. */
function placeOf(near: Float32Array, at: number, count: number, closeness: number): number {
  let place = count + 1;
  while (place > 1 && near[at + place - 1] < closeness) place--;
  return place;
}

/** Moves `from … to - 1` up by one; what stood at `to` is overwritten. */
function insertLink(
  links: Uint32Array,
  near: Float32Array,
  { from, to }: { readonly from: number; readonly to: number },
  node: number,
  closeness: number,
): void {
  links.copyWithin(from + 1, from, to);
  near.copyWithin(from + 1, from, to);
  links[from] = node;
  near[from] = closeness;
}

/** Level of each node: each level holds 1 / m of the one below. */
function levelsOf(count: number, m: number, seed: number): Uint8Array {
  const levels = new Uint8Array(count);
  const scale = 1 / Math.log(Math.max(2, m));
  for (let node = 0; node < count; node++) {
    const random = (mix(seed ^ Math.imul(node + 1, 0x9e3779b9)) + 1) / 2 ** 32;
    levels[node] = Math.min(MAX_LEVEL, Math.floor(-Math.log(random) * scale));
  }
  return levels;
}

/** A finaliser of MurmurHash3: every bit of the input reaches every bit of the result. */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
