/** Scores of vectors as float32; `VectorSpace` has the formulas. */
/// <reference path="./assembly.d.ts" />
import { toF32 } from './memory.js';

export const SPACE_L2: i32 = 0;
export const SPACE_COSINE: i32 = 1;
export const SPACE_DOT: i32 = 2;
export const SPACE_DOT_BYTES: i32 = 3;
export const SPACE_INNER_PRODUCT: i32 = 4;

/** Half of the range of a product of bytes. */
const BYTE_PRODUCT: f64 = 32768;

/**
 * `measure` is the squared distance or the dot product; `lengths` is the product of both lengths,
 * for cosines.
 */
export function scoreOfMeasure(space: i32, measure: f64, lengths: f64, dimension: i32): f32 {
  if (space === SPACE_L2) return toF32(1 / (1 + measure));
  if (space === SPACE_COSINE) return scoreOfCosine(lengths === 0 ? 0 : measure / lengths);
  if (space === SPACE_DOT) return measure > -1 ? toF32((1 + measure) / 2) : 0;
  if (space === SPACE_DOT_BYTES) return toF32(0.5 + measure / (BYTE_PRODUCT * dimension));
  return toF32(measure < 0 ? 1 / (1 - measure) : 1 + measure);
}

function scoreOfCosine(cosine: f64): f32 {
  if (cosine > 1) return 1;
  return cosine > -1 ? toF32((1 + cosine) / 2) : 0;
}
