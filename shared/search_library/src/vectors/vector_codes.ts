/**
 * Vectors as a graph is walked over them: one signed byte a component. How close vector `i` is to a query is, up to a constant of the query,
 *
 *     factors[i] * (query's scale) * dot(query's bytes, bytes of i) + biases[i]
 *
 * for every space: a float vector's bytes are its components over its greatest one, times 127, and `factors` holds what that took away;
 * for `cosine` also the length, for `l2` twice of it with minus the squared length as bias (|q - v|² = |q|² + |v|² - 2 q·v).
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

/** A query over such vectors. */
export interface QueryCode {
  readonly codes: Int8Array;
  /** Where in `codes` the query starts. */
  readonly offset: number;
  readonly scale: number;
  /** The dot product with the bytes of a node, where there is a faster way to it. */
  readonly dotWith?: ((node: number) => number) | undefined;
}

const MAX_CODE = 127;

/** Writes the bytes of the vector; returns what one of them is worth. */
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
  if (query instanceof Int8Array) return { codes: query, offset: 0, scale: 1 };
  const codes = new Int8Array(query.length);
  return { codes, offset: 0, scale: quantize(query, codes, 0) };
}

/** Factor and bias of a vector whose bytes are worth `scale` each. */
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

/** The scale of a stored vector when it is the query itself. */
export function scaleOfNode(space: VectorSpace, factor: number): number {
  return space === 'l2' ? factor / 2 : factor;
}

/** Four sums at once keep the processor's pipelines full. At most 127² · 16,000 dimensions: fits 32 bits. */
export function dotOfCodes(
  a: Int8Array,
  aOffset: number,
  b: Int8Array,
  bOffset: number,
  dimension: number,
): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  const whole = dimension & ~3;
  let i = 0;
  for (; i < whole; i += 4) {
    s0 = (s0 + Math.imul(a[aOffset + i], b[bOffset + i])) | 0;
    s1 = (s1 + Math.imul(a[aOffset + i + 1], b[bOffset + i + 1])) | 0;
    s2 = (s2 + Math.imul(a[aOffset + i + 2], b[bOffset + i + 2])) | 0;
    s3 = (s3 + Math.imul(a[aOffset + i + 3], b[bOffset + i + 3])) | 0;
  }
  for (; i < dimension; i++) s0 = (s0 + Math.imul(a[aOffset + i], b[bOffset + i])) | 0;
  return s0 + s1 + s2 + s3;
}

/** Greater is closer. */
export function closeness(vectors: VectorCodes, query: QueryCode, node: number): number {
  const { codes, dimension, factors, biases } = vectors;
  const dot =
    query.dotWith === undefined
      ? dotOfCodes(query.codes, query.offset, codes, node * dimension, dimension)
      : query.dotWith(node);
  return factors[node] * query.scale * dot + biases[node];
}
