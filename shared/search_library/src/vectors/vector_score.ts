/** Exact scores of vectors against a query, and how to tell a score from a distance. */
import type { VectorSpec, VectorValues } from './vector_spec.js';

/** Score of the vector that starts at `offset` of `values`: float32, greater is closer. */
export type VectorScorer = (values: VectorValues, offset: number) => number;

/** Cosine of a vector of length 0 counts as 0. */
export function vectorScorer(spec: VectorSpec, query: VectorValues): VectorScorer {
  const { space, element, dimension } = spec;
  switch (space) {
    case 'l2':
      return (values, offset) => Math.fround(1 / (1 + squaredDistance(query, values, offset)));
    case 'cosine': {
      const queryLength = Math.sqrt(squaredLength(query));
      return (values, offset) => {
        const length = queryLength * Math.sqrt(squaredLengthAt(values, offset, dimension));
        const cosine = length === 0 ? 0 : dotProduct(query, values, offset) / length;
        return Math.fround((1 + Math.min(1, Math.max(-1, cosine))) / 2);
      };
    }
    case 'dot':
      return element === 'byte'
        ? (values, offset) =>
            Math.fround(0.5 + dotProduct(query, values, offset) / (dimension * 2 ** 15))
        : (values, offset) => Math.fround(Math.max(0, (1 + dotProduct(query, values, offset)) / 2));
    default:
      return (values, offset) => scoreOfProduct(dotProduct(query, values, offset));
  }
}

export function vectorScore(spec: VectorSpec, query: VectorValues, vector: VectorValues): number {
  return vectorScorer(spec, query)(vector, 0);
}

function scoreOfProduct(product: number): number {
  return Math.fround(product < 0 ? 1 / (1 - product) : 1 + product);
}

/** The least score of what lies within a distance, as the space measures it: squared, 1 - cosine, or minus the product. */
export function scoreOfDistance(spec: VectorSpec, distance: number): number {
  const { space, element, dimension } = spec;
  switch (space) {
    case 'l2':
      return Math.fround(1 / (1 + distance));
    case 'cosine':
      return Math.fround((2 - distance) / 2);
    case 'dot':
      if (element === 'byte') return Math.fround(0.5 - distance / (dimension * 2 ** 15));
      return Math.fround(Math.max(0, (1 - distance) / 2));
    default:
      return scoreOfProduct(-distance);
  }
}

export function squaredLength(vector: VectorValues): number {
  return squaredLengthAt(vector, 0, vector.length);
}

/** Four sums at once: an addition need not wait for the one before. */
function dotProduct(a: VectorValues, b: VectorValues, offset: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  const whole = a.length & ~3;
  for (let i = 0, j = offset; i < whole; i += 4, j += 4) {
    s0 += a[i] * b[j];
    s1 += a[i + 1] * b[j + 1];
    s2 += a[i + 2] * b[j + 2];
    s3 += a[i + 3] * b[j + 3];
  }
  for (let i = whole; i < a.length; i++) s0 += a[i] * b[offset + i];
  return s0 + s1 + (s2 + s3);
}

function squaredDistance(a: VectorValues, b: VectorValues, offset: number): number {
  let even = 0;
  let odd = 0;
  const pairs = a.length & ~1;
  for (let i = 0, j = offset; i < pairs; i += 2, j += 2) {
    const first = a[i] - b[j];
    const second = a[i + 1] - b[j + 1];
    even += first * first;
    odd += second * second;
  }
  if (pairs < a.length) even += (a[pairs] - b[offset + pairs]) ** 2;
  return even + odd;
}

function squaredLengthAt(values: VectorValues, offset: number, dimension: number): number {
  let even = 0;
  let odd = 0;
  const pairs = dimension & ~1;
  for (let i = offset; i < offset + pairs; i += 2) {
    even += values[i] * values[i];
    odd += values[i + 1] * values[i + 1];
  }
  if (pairs < dimension) even += values[offset + pairs] ** 2;
  return even + odd;
}
