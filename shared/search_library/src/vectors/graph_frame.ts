/** Writes vectors and their graph into the frame that kernels read: `kernels/graph_layout.ts`. */
import {
  G_BASE,
  G_BIAS,
  G_BIASES,
  G_CANDIDATE_LIMIT,
  G_CANDIDATES,
  G_CODES,
  G_COUNT,
  G_DIMENSION,
  G_EF,
  G_ENTRY,
  G_FACTORS,
  G_IS_L2,
  G_M,
  G_RESULTS,
  G_SEEN,
  G_STAMP,
  G_STARTS,
  G_TOP,
  G_UPPER,
  G_UPPER_WORDS,
  G_VISIT_LIMIT,
  G_VISITS,
} from '../kernels/graph_layout.js';

/** The frame's values; addresses are from the start of the memory. */
interface GraphFrame {
  readonly codes: number;
  readonly dimension: number;
  readonly factors: number;
  readonly biases: number;
  readonly count: number;
  readonly isL2: boolean;
  readonly m: number;
  readonly entry: number;
  readonly top: number;
  readonly base: number;
  readonly starts: number;
  readonly upper: number;
  readonly upperWords: number;
  readonly ef: number;
  readonly visitLimit: number;
  readonly seen: number;
  readonly candidates: number;
  readonly candidateLimit: number;
  readonly results: number;
}

const MOST = 0x7fffffff;

export function writeGraphFrame(view: DataView, at: number, frame: GraphFrame): void {
  const set = (field: number, value: number): void => view.setUint32(at + field, value, true);
  set(G_CODES, frame.codes);
  set(G_DIMENSION, frame.dimension);
  set(G_FACTORS, frame.factors);
  set(G_BIASES, frame.biases);
  set(G_COUNT, frame.count);
  set(G_IS_L2, frame.isL2 ? 1 : 0);
  set(G_M, frame.m);
  set(G_ENTRY, frame.entry);
  set(G_TOP, frame.top);
  set(G_BASE, frame.base);
  set(G_STARTS, frame.starts);
  set(G_UPPER, frame.upper);
  set(G_UPPER_WORDS, frame.upperWords);
  set(G_EF, frame.ef);
  set(G_VISIT_LIMIT, Math.min(frame.visitLimit, MOST));
  set(G_VISITS, 0);
  set(G_SEEN, frame.seen);
  set(G_STAMP, 0);
  set(G_CANDIDATES, frame.candidates);
  set(G_CANDIDATE_LIMIT, frame.candidateLimit);
  set(G_RESULTS, frame.results);
  view.setFloat64(at + G_BIAS, 0, true);
}
