/** Searches a graph with kernels. */
import { corruptIndex } from '../codec/corrupt_index.js';
import {
  DAMAGED,
  FOUND,
  G_ACCEPTED,
  G_QUERY,
  G_RESULT_COUNT,
  G_SCALE,
  HEAP_ENTRY_BYTES,
} from '../kernels/graph_layout.js';
import { writeGraphFrame } from './graph_frame.js';
import { queryCode, type VectorCodes } from './vector_codes.js';
import type { VectorGraph } from './vector_graph.js';
import {
  addressIn,
  BITS_BYTES,
  bitBytes,
  L_BITS,
  L_CANDIDATES,
  L_GRAPH,
  L_QUERY,
  L_RESULTS,
  MAX_CANDIDATES,
  MAX_RESULTS,
  type VectorLane,
} from './vector_lane.js';
import type { VectorValues } from './vector_spec.js';

interface GraphSearch {
  readonly vectors: VectorCodes;
  readonly graph: VectorGraph;
  readonly query: VectorValues;
  /** Nodes kept on the lowest level. */
  readonly ef: number;
  /** Bits of the nodes that count as results; absent: all. The search passes through the others. */
  readonly accepted: Uint32Array | undefined;
  /** Gives up after this many visited nodes, when scanning all accepted nodes would be cheaper. */
  readonly visitLimit: number;
}

/**
 * The closest nodes found, in no order; `undefined` if the limit was reached, or if the data does
 * not fit into the lane of scratch memory.
 */
export function searchGraph(search: GraphSearch, lane: VectorLane): Uint32Array | undefined {
  const { graph, accepted } = search;
  if (graph.entry < 0) return new Uint32Array(0);
  const bits = bitBytes(search.vectors.count);
  const room = accepted === undefined ? bits : 2 * bits;
  if (search.ef > MAX_RESULTS || room > BITS_BYTES || !writeSearch(search, lane, bits)) {
    return undefined;
  }
  const answer = lane.functions.searchGraph(lane.start + L_GRAPH);
  if (answer === DAMAGED) throw corruptIndex('a link leads out of the graph', 'vectors');
  return answer === FOUND ? takeResults(lane) : undefined;
}

function writeSearch(search: GraphSearch, lane: VectorLane, bits: number): boolean {
  const { vectors, graph, query, ef, accepted, visitLimit } = search;
  const [codes, factors, biases, base, starts, upper] = [
    vectors.codes,
    vectors.factors,
    vectors.biases,
    graph.base,
    graph.starts,
    graph.upper,
  ].map((list) => addressIn(lane, list));
  if (codes === undefined || factors === undefined || biases === undefined) return false;
  if (base === undefined || starts === undefined || upper === undefined) return false;
  const { buffer, start } = lane;
  const view = new DataView(buffer);
  const frame = start + L_GRAPH;
  const seen = start + L_BITS;
  const { dimension, count } = vectors;
  const { m, entry, top } = graph;
  writeGraphFrame(view, frame, {
    ...{ codes, factors, biases, base, starts, upper, dimension, count, m, entry, top, ef },
    ...{ visitLimit, seen, isL2: false, upperWords: graph.upper.length },
    candidates: start + L_CANDIDATES,
    candidateLimit: MAX_CANDIDATES,
    results: start + L_RESULTS,
  });
  const code = queryCode(query);
  new Int8Array(buffer, start + L_QUERY, dimension).set(code.codes);
  view.setUint32(frame + G_QUERY, start + L_QUERY, true);
  view.setFloat64(frame + G_SCALE, code.scale, true);
  view.setUint32(frame + G_ACCEPTED, accepted === undefined ? 0 : seen + bits, true);
  new Uint8Array(buffer, seen, bits).fill(0);
  if (accepted !== undefined) {
    new Uint32Array(buffer, seen + bits, bits >>> 2).set(accepted.subarray(0, bits >>> 2));
  }
  return true;
}

function takeResults({ buffer, start }: VectorLane): Uint32Array {
  const view = new DataView(buffer);
  const nodes = new Uint32Array(view.getInt32(start + L_GRAPH + G_RESULT_COUNT, true));
  for (let i = 0; i < nodes.length; i++) {
    nodes[i] = view.getUint32(start + L_RESULTS + HEAP_ENTRY_BYTES * i + 8, true);
  }
  return nodes;
}
