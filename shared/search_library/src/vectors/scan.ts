/** Scans the vectors of a column, with kernels if the column lies in their memory. */
import { hasBit } from '../codec/bit_set.js';
import type { VectorColumn } from '../index/segment_reader.js';
import { HEAP_ENTRY_BYTES } from '../kernels/graph_layout.js';
import {
  S_ACCEPTED,
  S_DIMENSION,
  S_FLOOR,
  S_IS_FLOAT,
  S_LIMIT,
  S_NODES,
  S_QUERY,
  S_QUERY_LENGTH,
  S_RESULT_COUNT,
  S_RESULTS,
  S_SPACE,
  S_VALUES,
} from '../kernels/scan_layout.js';
import {
  addressIn,
  L_BITS,
  L_QUERY,
  L_RESULTS,
  L_SCAN,
  MAX_QUERY_BYTES,
  MAX_RESULTS,
  type VectorLane,
} from './vector_lane.js';
import { spaceCode, squaredLength, vectorScorer } from './vector_score.js';
import type { VectorValues } from './vector_spec.js';

export interface NearNode {
  readonly node: number;
  readonly score: number;
}

export interface Scan {
  readonly query: VectorValues;
  /** Vectors with a lower score are left out. */
  readonly minScore: number;
  /** Bits of the nodes that count; `undefined`: all. */
  readonly accepted: Uint32Array | undefined;
  /** Called every 1,024 vectors; throws to stop. */
  readonly check: () => void;
  /** Absent: no kernels are used. */
  readonly lane: VectorLane | undefined;
}

const SLICE = 1024;
/** The most nodes in a list. */
const MAX_LIST = MAX_RESULTS;

/** The `k` best nodes, best first; of equal scores, the lower node first. */
export function scanBest(column: VectorColumn, scan: Scan, k: number): NearNode[] {
  const kernel = k <= MAX_RESULTS ? openScan(column, scan, k) : undefined;
  if (kernel !== undefined) {
    forEachSlice(column.count, scan.check, (from, to) => kernel.look(from, to));
    return kernel.take();
  }
  const best = new BestNodes(k);
  forEachScore(column, scan, (node, score) => best.offer(score, node));
  return best.take();
}

/** All nodes with a sufficient score, in no order. */
export function scanAll(column: VectorColumn, scan: Scan): NearNode[] {
  const found: NearNode[] = [];
  const kernel = openScan(column, scan, SLICE);
  if (kernel === undefined) {
    forEachScore(column, scan, (node, score) => found.push({ node, score }));
    return found;
  }
  forEachSlice(column.count, scan.check, (from, to) => {
    kernel.look(from, to);
    found.push(...kernel.take());
  });
  return found;
}

/** The `k` best of a list of nodes. */
export function scanNodes(
  column: VectorColumn,
  scan: Scan,
  nodes: Uint32Array,
  k: number,
): NearNode[] {
  const fits = k <= MAX_RESULTS && nodes.length <= MAX_LIST;
  const kernel = fits ? openScan(column, scan, k) : undefined;
  if (kernel !== undefined) return kernel.lookAt(nodes);
  const best = new BestNodes(k);
  const score = vectorScorer(column.spec, scan.query);
  for (const node of nodes) best.offer(score(column.values, node * column.spec.dimension), node);
  return best.take();
}

function forEachSlice(
  count: number,
  check: () => void,
  look: (from: number, to: number) => void,
): void {
  for (let from = 0; from < count; from += SLICE) {
    check();
    look(from, Math.min(count, from + SLICE));
  }
}

function forEachScore(
  { spec, values, count }: VectorColumn,
  { query, minScore, accepted, check }: Scan,
  visit: (node: number, score: number) => void,
): void {
  const scorer = vectorScorer(spec, query);
  forEachSlice(count, check, (from, to) => {
    for (let node = from; node < to; node++) {
      if (accepted !== undefined && !hasBit(accepted, node)) continue;
      const score = scorer(values, node * spec.dimension);
      if (score >= minScore) visit(node, score);
    }
  });
}

interface KernelScan {
  /** Scans from a multiple of 32 on. */
  look(from: number, to: number): void;
  lookAt(nodes: Uint32Array): NearNode[];
  /** Removes and returns the kept nodes, best first. */
  take(): NearNode[];
}

function openScan(column: VectorColumn, scan: Scan, limit: number): KernelScan | undefined {
  const { lane, query, minScore, accepted } = scan;
  const values = lane && addressIn(lane, column.values);
  if (lane === undefined || values === undefined || query.byteLength > MAX_QUERY_BYTES) return;
  const { buffer, start, functions } = lane;
  const view = new DataView(buffer);
  const frame = start + L_SCAN;
  const bits = start + L_BITS;
  const set = (field: number, value: number): void => view.setUint32(frame + field, value, true);
  set(S_SPACE, spaceCode(column.spec));
  set(S_DIMENSION, column.spec.dimension);
  set(S_IS_FLOAT, column.spec.element === 'float' ? 1 : 0);
  set(S_VALUES, values);
  set(S_QUERY, start + L_QUERY);
  set(S_NODES, 0);
  set(S_RESULTS, start + L_RESULTS);
  set(S_RESULT_COUNT, 0);
  set(S_LIMIT, limit);
  set(S_ACCEPTED, accepted === undefined ? 0 : bits);
  view.setFloat64(frame + S_FLOOR, minScore, true);
  view.setFloat64(frame + S_QUERY_LENGTH, Math.sqrt(squaredLength(query)), true);
  const bytes = new Uint8Array(query.buffer, query.byteOffset, query.byteLength);
  new Uint8Array(buffer, start + L_QUERY, bytes.length).set(bytes);
  const words = new Uint32Array(buffer, bits, Math.max(SLICE / 32, MAX_LIST));
  const take = (): NearNode[] => {
    const count = view.getInt32(frame + S_RESULT_COUNT, true);
    set(S_RESULT_COUNT, 0);
    const found: NearNode[] = [];
    for (let i = 0; i < count; i++) {
      const at = start + L_RESULTS + HEAP_ENTRY_BYTES * i;
      found.push({ node: view.getUint32(at + 8, true), score: view.getFloat64(at, true) });
    }
    return bestFirst(found);
  };
  return {
    look(from, to) {
      if (accepted !== undefined) words.set(accepted.subarray(from >>> 5, (to + 31) >>> 5));
      functions.scanVectors(frame, from, to);
    },
    lookAt(nodes) {
      words.set(nodes);
      set(S_NODES, bits);
      set(S_ACCEPTED, 0);
      functions.scanVectors(frame, 0, nodes.length);
      return take();
    },
    take,
  };
}

/** Collects the best nodes, together with some that may be dropped later. */
class BestNodes {
  readonly #limit: number;
  #found: NearNode[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(score: number, node: number): void {
    this.#found.push({ score, node });
    if (this.#found.length >= 2 * this.#limit + SLICE) this.#found = this.take();
  }

  take(): NearNode[] {
    return bestFirst(this.#found).slice(0, this.#limit);
  }
}

function bestFirst(found: NearNode[]): NearNode[] {
  return found.sort((a, b) => b.score - a.score || a.node - b.node);
}
