/**
 * Vectors quantized for graph searches to one signed byte per component. The closeness of vector
 * `i` to a query is, up to a constant of the query,
 *
 *     factors[i] * (query's scale) * dot(query's bytes, bytes of i) + biases[i]
 *
 * for every space. A float vector's bytes are its components divided by the greatest one, times
 * 127; `factors` undoes that. For `cosine` it also divides by the length. For `l2` it is doubled,
 * and minus the squared length is the bias (|q - v|² = |q|² + |v|² - 2 q·v).
 */
import { squaredLength } from './vector_score.js';
import type { VectorSpace, VectorValues } from './vector_spec.js';

export interface VectorCodes {
  readonly dimension: number;
  readonly count: number;
  readonly codes: Int8Array;
  readonly factors: Float32Array;
  readonly biases: Float32Array;
}

/** A query over quantized vectors. */
interface QueryCode {
  readonly codes: Int8Array;
  /** The value of one unit of its bytes. */
  readonly scale: number;
}

const MAX_CODE = 127;

/** Writes the bytes of the vector; returns the value of one unit. */
export function quantize(vector: VectorValues, codes: Int8Array, offset: number): number {
  if (vector instanceof Int8Array) {
    codes.set(vector, offset);
    return 1;
  }
  let greatest = 0;
  for (let i = 0; i < vector.length; i++) greatest = Math.max(greatest, Math.abs(vector[i]));
  if (greatest === 0) return 1;
  const toCode = MAX_CODE / greatest;
  for (let i = 0; i < vector.length; i++) codes[offset + i] = Math.round(vector[i] * toCode);
  return greatest / MAX_CODE;
}

export function queryCode(query: VectorValues): QueryCode {
  if (query instanceof Int8Array) return { codes: query, scale: 1 };
  const codes = new Int8Array(query.length);
  return { codes, scale: quantize(query, codes, 0) };
}

/** Factor and bias of a vector whose bytes have units of `scale`. */
export function weightsOf(
  space: VectorSpace,
  vector: VectorValues,
  scale: number,
): readonly [factor: number, bias: number] {
  if (space === 'l2') return [2 * scale, -squaredLength(vector)];
  if (space !== 'cosine') return [scale, 0];
  const length = Math.sqrt(squaredLength(vector));
  return [length === 0 ? 0 : scale / length, 0];
}
