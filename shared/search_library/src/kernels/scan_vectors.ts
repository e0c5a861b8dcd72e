/** Scans vectors one by one and keeps the best by score, with the lower node winning a tie. */
import { hasBitAt } from './bit_sets.js';
import { f64At, i32At, setI32, toF64, u32At } from './memory.js';
import { keyAt, nodeAt, pushNode, replaceTop } from './node_heap.js';
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
} from './scan_layout.js';
import { SPACE_COSINE, SPACE_L2, scoreOfMeasure } from './vector_scores.js';
import { distanceBytes, distanceFloats, dotBytes, dotFloats } from './vectors.js';

/**
 * Scans the nodes in [from, to), or those at these indices of a list. The bits of `S_ACCEPTED`
 * begin at `from`.
 */
export function scanVectors(s: u32, from: i32, to: i32): void {
  const accepted = u32At(s + S_ACCEPTED);
  const nodes = u32At(s + S_NODES);
  for (let i = from; i < to; i++) {
    if (accepted !== 0 && hasBitAt(accepted, i - from) === 0) continue;
    const node = nodes === 0 ? i : i32At(nodes + 4 * i);
    keepBest(s, node, scoreVector(s, node));
  }
}

function keepBest(s: u32, node: i32, score: f64): void {
  const results = u32At(s + S_RESULTS);
  const count = i32At(s + S_RESULT_COUNT);
  if (score < f64At(s + S_FLOOR)) return;
  if (count < i32At(s + S_LIMIT)) {
    pushNode(results, count, score, node);
    setI32(s + S_RESULT_COUNT, count + 1);
    return;
  }
  const worst = keyAt(results, 0);
  if (score > worst || (score === worst && node < nodeAt(results, 0))) {
    replaceTop(results, count, score, node);
  }
}

function scoreVector(s: u32, node: i32): f64 {
  const space = i32At(s + S_SPACE);
  const dimension = i32At(s + S_DIMENSION);
  const query = u32At(s + S_QUERY);
  const isFloat = i32At(s + S_IS_FLOAT) !== 0;
  const vector = u32At(s + S_VALUES) + node * (isFloat ? 4 * dimension : dimension);
  if (space === SPACE_L2) {
    const distance: f64 = isFloat
      ? distanceFloats(query, vector, dimension)
      : distanceBytes(query, vector, dimension);
    return toF64(scoreOfMeasure(space, distance, 0, dimension));
  }
  const product: f64 = isFloat
    ? dotFloats(query, vector, dimension)
    : dotBytes(query, vector, dimension);
  let lengths: f64 = 0;
  if (space === SPACE_COSINE) {
    const squared: f64 = isFloat
      ? dotFloats(vector, vector, dimension)
      : dotBytes(vector, vector, dimension);
    lengths = f64At(s + S_QUERY_LENGTH) * Math.sqrt(squared);
  }
  return toF64(scoreOfMeasure(space, product, lengths, dimension));
}
