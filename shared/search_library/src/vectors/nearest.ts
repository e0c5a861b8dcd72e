/**
 * Finds the vectors of a segment nearest to a query: through the graph if there is one and enough
 * vectors are accepted, else by scanning all of them. The graph is searched over quantized bytes;
 * its results are scored from the vectors themselves.
 */
import type { VectorColumn } from '../index/segment_reader.js';
import { searchGraph } from './graph_search.js';
import { type NearNode, type Scan, scanBest, scanNodes } from './scan.js';

interface NearestRequest extends Scan {
  readonly k: number;
  /** Number of candidates from the graph, at least `k`. */
  readonly candidates: number;
  readonly acceptedCount: number;
}

/** The nearest nodes, best first; of equal scores, the lower node first. */
export function nearest(column: VectorColumn, request: NearestRequest): NearNode[] {
  const nodes = approximate(column, request);
  if (nodes === undefined) return scanBest(column, request, request.k);
  return scanNodes(column, request, nodes, request.k);
}

function approximate(column: VectorColumn, request: NearestRequest): Uint32Array | undefined {
  const { graph, codes: vectors } = column;
  const { query, accepted, acceptedCount, lane } = request;
  const ef = Math.max(request.k, request.candidates);
  if (graph === undefined || vectors === undefined || lane === undefined) return undefined;
  if (acceptedCount <= ef) return undefined;
  const visitLimit = accepted === undefined ? Number.POSITIVE_INFINITY : acceptedCount;
  return searchGraph({ vectors, graph, query, ef, accepted, visitLimit }, lane);
}
