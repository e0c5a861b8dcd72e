/** Computes exact scores of vectors against a query, and converts distances to scores. */
import {
  SPACE_COSINE,
  SPACE_DOT,
  SPACE_DOT_BYTES,
  SPACE_INNER_PRODUCT,
  SPACE_L2,
  scoreOfMeasure,
} from '../kernels/vector_scores.js';
import type { VectorSpec, VectorValues } from './vector_spec.js';

/** The score of the vector at `offset` of `values`: float32, greater is closer. */
type VectorScorer = (values: VectorValues, offset: number) => number;

/** The cosine with a vector of length 0 is 0. */
export function vectorScorer(spec: VectorSpec, query: VectorValues): VectorScorer {
  const { dimension } = spec;
  const space = spaceCode(spec);
  if (space === SPACE_L2) {
    return (values, offset) =>
      scoreOfMeasure(space, squaredDistance(query, values, offset), 0, dimension);
  }
  if (space !== SPACE_COSINE) {
    return (values, offset) =>
      scoreOfMeasure(space, dotProduct(query, values, offset), 0, dimension);
  }
  const queryLength = Math.sqrt(squaredLength(query));
  return (values, offset) => {
    const vector = values.subarray(offset, offset + dimension);
    const lengths = queryLength * Math.sqrt(squaredLength(vector));
    return scoreOfMeasure(space, dotProduct(query, vector, 0), lengths, dimension);
  };
}

/** The kernels' code of the space. */
export function spaceCode({ space, element }: VectorSpec): number {
  switch (space) {
    case 'l2':
      return SPACE_L2;
    case 'cosine':
      return SPACE_COSINE;
    case 'dot':
      return element === 'byte' ? SPACE_DOT_BYTES : SPACE_DOT;
    default:
      return SPACE_INNER_PRODUCT;
  }
}

export function vectorScore(spec: VectorSpec, query: VectorValues, vector: VectorValues): number {
  return vectorScorer(spec, query)(vector, 0);
}

/**
 * The least score within a distance as the space measures it: squared, 1 - cosine, or minus the
 * product.
 */
export function scoreOfDistance(spec: VectorSpec, distance: number): number {
  const space = spaceCode(spec);
  // For vectors of unit length, 1 - distance is the cosine.
  if (space === SPACE_COSINE) return Math.fround((2 - distance) / 2);
  const measure = space === SPACE_L2 ? distance : -distance;
  return scoreOfMeasure(space, measure, 0, spec.dimension);
}

/** Adds in the order of `kernels/vectors.ts`, so that both give the same bits. */
export function squaredLength(vector: VectorValues): number {
  return dotProduct(vector, vector, 0);
}

/** Keeps eight independent sums, so that an addition need not wait for the previous one. */
function dotProduct(a: VectorValues, b: VectorValues, offset: number): number {
  let [s0, s1, s2, s3, s4, s5, s6, s7] = [0, 0, 0, 0, 0, 0, 0, 0];
  const whole = a.length & ~7;
  for (let i = 0, j = offset; i < whole; i += 8, j += 8) {
    s0 += a[i] * b[j];
    s1 += a[i + 1] * b[j + 1];
    s2 += a[i + 2] * b[j + 2];
    s3 += a[i + 3] * b[j + 3];
    s4 += a[i + 4] * b[j + 4];
    s5 += a[i + 5] * b[j + 5];
    s6 += a[i + 6] * b[j + 6];
    s7 += a[i + 7] * b[j + 7];
  }
  for (let i = whole; i < a.length; i++) s0 += a[i] * b[offset + i];
  return s0 + s2 + (s1 + s3) + (s4 + s6 + (s5 + s7));
}

function squaredDistance(a: VectorValues, b: VectorValues, offset: number): number {
  let [s0, s1, s2, s3, s4, s5, s6, s7] = [0, 0, 0, 0, 0, 0, 0, 0];
  const whole = a.length & ~7;
  for (let i = 0, j = offset; i < whole; i += 8, j += 8) {
    s0 += (a[i] - b[j]) ** 2;
    s1 += (a[i + 1] - b[j + 1]) ** 2;
    s2 += (a[i + 2] - b[j + 2]) ** 2;
    s3 += (a[i + 3] - b[j + 3]) ** 2;
    s4 += (a[i + 4] - b[j + 4]) ** 2;
    s5 += (a[i + 5] - b[j + 5]) ** 2;
    s6 += (a[i + 6] - b[j + 6]) ** 2;
    s7 += (a[i + 7] - b[j + 7]) ** 2;
  }
  for (let i = whole; i < a.length; i++) s0 += (a[i] - b[offset + i]) ** 2;
  return s0 + s2 + (s1 + s3) + (s4 + s6 + (s5 + s7));
}
