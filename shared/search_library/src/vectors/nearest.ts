/**
 * The vectors of a segment nearest to a query: along the graph when there is one and the accepted ones are not few, else by looking at
 * all of them. The graph is walked over bytes; what it finds is scored from the vectors themselves.
 */
import { hasBit } from '../codec/bit_set.js';
import type { VectorColumn } from '../index/segment_reader.js';
import { searchGraph } from './graph_search.js';
import { NodeHeap } from './node_heap.js';
import { type QueryCode, queryCode, type VectorCodes } from './vector_codes.js';
import { vectorScorer } from './vector_score.js';
import type { VectorValues } from './vector_spec.js';

/** Lists of bytes by their addresses in `buffer`. */
export interface KernelDots {
  readonly buffer: ArrayBufferLike;
  /** Where the query may be put. */
  readonly scratch: number;
  readonly dotBytes: (a: number, b: number, count: number) => number;
}

export interface NearestRequest {
  readonly query: VectorValues;
  readonly k: number;
  /** Candidates that the graph gives, at least `k`. */
  readonly candidates: number;
  /** Nodes that count, by bit; `undefined`: all. */
  readonly accepted: Uint32Array | undefined;
  readonly acceptedCount: number;
  /** Dot products of bytes in memory by a kernel, where there is one. */
  readonly dots?: KernelDots | undefined;
  /** Called every 1,024 vectors; throws to stop. */
  readonly check: () => void;
}

export interface NearNode {
  readonly node: number;
  readonly score: number;
}

const CHECK_MASK = 1023;

/** Best first; of equal scores the lower node. */
export function nearest(column: VectorColumn, request: NearestRequest): NearNode[] {
  const nodes = approximate(column, request);
  const best = new BestNodes(request.k);
  const { values, count } = column;
  const { dimension } = column.spec;
  const score = vectorScorer(column.spec, request.query);
  if (nodes !== undefined) {
    for (const node of nodes) best.offer(score(values, node * dimension), node);
    return best.take();
  }
  const { accepted } = request;
  for (let node = 0; node < count; node++) {
    if ((node & CHECK_MASK) === 0) request.check();
    if (accepted !== undefined && !hasBit(accepted, node)) continue;
    best.offer(score(values, node * dimension), node);
  }
  return best.take();
}

function approximate(column: VectorColumn, request: NearestRequest): Int32Array | undefined {
  const { graph, codes: vectors } = column;
  const { query, accepted, acceptedCount } = request;
  const ef = Math.max(request.k, request.candidates);
  if (graph === undefined || vectors === undefined || acceptedCount <= ef) return undefined;
  const visitLimit = accepted === undefined ? Number.POSITIVE_INFINITY : acceptedCount;
  const code = withKernel(queryCode(query), vectors, request.dots);
  return searchGraph({ vectors, graph, query: code, ef, accepted, visitLimit });
}

function withKernel(
  code: QueryCode,
  { codes, dimension }: VectorCodes,
  dots: KernelDots | undefined,
): QueryCode {
  if (dots === undefined || codes.buffer !== dots.buffer) return code;
  const { scratch, dotBytes } = dots;
  new Int8Array(dots.buffer, scratch, dimension).set(code.codes);
  const start = codes.byteOffset;
  return { ...code, dotWith: (node) => dotBytes(scratch, start + node * dimension, dimension) };
}

class BestNodes {
  readonly #heap = new NodeHeap();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(score: number, node: number): void {
    const heap = this.#heap;
    if (heap.size < this.#limit) {
      heap.push(score, node);
      return;
    }
    const worst = heap.keys[0];
    if (score > worst || (score === worst && node < heap.nodes[0])) heap.replaceTop(score, node);
  }

  take(): NearNode[] {
    const heap = this.#heap;
    const found: NearNode[] = [];
    while (heap.size > 0) {
      found.push({ node: heap.nodes[0], score: heap.keys[0] });
      heap.pop();
    }
    return found.reverse();
  }
}
