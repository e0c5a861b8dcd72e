/**
 * Quantiles to a number of significant digits, as HdrHistogram's `DoubleHistogram` gives them.
 * Values with the same leading bits share a bin, and a quantile is the greatest value of its bin.
 * They are computed from the exact values and their counts or, if those were too many, from the
 * centroids of a digest.
 */
import { doubleText } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { NumberRows } from '../values/number_rows.js';
import type { Digest } from './digest.js';

/**
 * The number of bits behind the leading one that tell two values of the same magnitude apart: those
 * of `2 * 10^digits`, rounded up, less one.
 */
function bitsOf(digits: number): number {
  return Math.ceil(Math.log2(2 * 10 ** digits)) - 1;
}

function magnitude(value: number): number {
  return Math.floor(Math.log2(value));
}

interface Bins {
  /** The smallest bin width, which is that of the least positive value. */
  readonly unit: number;
  readonly bits: number;
}

function binsOf({ means }: Digest, digits: number): Bins {
  const bits = bitsOf(digits);
  const least = means.find((value) => value > 0);
  return { bits, unit: least === undefined ? 0 : 2 ** (magnitude(least) - bits) };
}

function stepOf(value: number, { bits, unit }: Bins): number {
  return value > 0 ? Math.max(unit, 2 ** (magnitude(value) - bits)) : unit;
}

function lowest(value: number, bins: Bins): number {
  const step = stepOf(value, bins);
  return step === 0 ? value : Math.floor(value / step) * step;
}

export function hdrQuantile(digest: Digest, share: number, digits: number): number {
  const { means, weights } = digest;
  if (means.length === 0) return Number.NaN;
  const bins = binsOf(digest, digits);
  let total = 0;
  for (const weight of weights) total += weight;
  const wanted = Math.max(1, Math.ceil(nextBelow(share) * total));
  let passed = 0;
  for (let i = 0; i < means.length; i++) {
    passed += weights[i];
    if (passed < wanted) continue;
    const value = means[i];
    const low = lowest(value, bins);
    return share === 0 || value === 0 ? low : low + stepOf(value, bins) - bins.unit;
  }
  return means.at(-1) ?? Number.NaN;
}

/** Shares are quotients: a share that is rounded up must not select the next value. */
function nextBelow(share: number): number {
  return share * (1 - Number.EPSILON);
}

/** The percentage of the values that are not above the bin of `value`. */
export function hdrRank(digest: Digest, value: number, digits: number): number {
  const { means, weights } = digest;
  if (means.length === 0) return Number.NaN;
  const bins = binsOf(digest, digits);
  const end = lowest(value, bins) + stepOf(value, bins);
  let total = 0;
  let passed = 0;
  for (let i = 0; i < means.length; i++) {
    total += weights[i];
    if (means[i] < end || means[i] === value) passed += weights[i];
  }
  return (100 * passed) / total;
}

/** Refuses negative values, which HdrHistogram's bins cannot hold. */
export function refuseNegative({ values, count }: NumberRows): void {
  for (let i = 0; i < count; i++) {
    const value = values[i];
    if (value < 0) throw negative(value);
  }
}

function negative(value: number): ApiError {
  return new ApiError(
    'array_index_out_of_bounds_exception',
    `The value ${doubleText(value)} is out of bounds for histogram: Negative values cannot be recorded`,
    { status: 500 },
  );
}

export function checkDigits(digits: number): number {
  if (digits >= 0 && digits <= 5) return digits;
  throw new ApiError(
    'illegal_argument_exception',
    '[numberOfSignificantValueDigits] must be between 0 and 5',
  );
}
