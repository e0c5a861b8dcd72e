/** Walks a graph towards a query. */
import { hasBit, makeBitSet, setBit } from '../codec/bit_set.js';
import { NodeHeap } from './node_heap.js';
import { closeness, type QueryCode, type VectorCodes } from './vector_codes.js';
import { linksAt, type VectorGraph } from './vector_graph.js';

export interface GraphSearch {
  readonly vectors: VectorCodes;
  readonly graph: VectorGraph;
  readonly query: QueryCode;
  /** Nodes kept on the lowest level. */
  readonly ef: number;
  /** Nodes that count as results, by bit; all when absent. The walk passes through the others. */
  readonly accepted: Uint32Array | undefined;
  /** Gives up when so many nodes were looked at: looking at all that are accepted would be cheaper. */
  readonly visitLimit: number;
}

/** The closest nodes found, in no order; `undefined` when the limit was reached. */
export function searchGraph(search: GraphSearch): Int32Array | undefined {
  const { graph, vectors, query } = search;
  if (graph.entry < 0) return new Int32Array(0);
  let node = graph.entry;
  let best = closeness(vectors, query, node);
  let visits = 1;
  for (let level = graph.top; level > 0; level--) {
    for (let moved = true; moved; ) {
      moved = false;
      const at = linksAt(graph, node, level);
      const count = Math.min(graph.upper[at], graph.m);
      visits += count;
      if (visits > search.visitLimit) return undefined;
      for (let i = 1; i <= count; i++) {
        const other = graph.upper[at + i];
        const near = closeness(vectors, query, other);
        if (near <= best) continue;
        best = near;
        node = other;
        moved = true;
      }
    }
  }
  return searchBase(search, node, best, visits);
}

function searchBase(
  { graph, vectors, query, ef, accepted, visitLimit }: GraphSearch,
  start: number,
  startCloseness: number,
  visitsBefore: number,
): Int32Array | undefined {
  const visited = makeBitSet(vectors.count);
  const candidates = new NodeHeap();
  const results = new NodeHeap();
  const width = 1 + 2 * graph.m;
  const { base } = graph;
  let visits = visitsBefore;
  setBit(visited, start);
  candidates.push(-startCloseness, start);
  if (accepted === undefined || hasBit(accepted, start)) results.push(startCloseness, start);
  while (candidates.size > 0) {
    if (results.size >= ef && -candidates.keys[0] < results.keys[0]) break;
    const at = candidates.nodes[0] * width;
    candidates.pop();
    const end = at + Math.min(base[at], 2 * graph.m);
    for (let i = at + 1; i <= end; i++) {
      const node = base[i];
      if (hasBit(visited, node)) continue;
      setBit(visited, node);
      if (++visits > visitLimit) return undefined;
      const near = closeness(vectors, query, node);
      const full = results.size >= ef;
      if (full && near <= results.keys[0]) continue;
      candidates.push(-near, node);
      if (accepted !== undefined && !hasBit(accepted, node)) continue;
      if (full) results.replaceTop(near, node);
      else results.push(near, node);
    }
  }
  return results.nodes.slice(0, results.size);
}
