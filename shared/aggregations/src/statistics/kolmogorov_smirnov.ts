/**
 * The Kolmogorov–Smirnov test, which tells whether two samples of the same size come from the same
 * distribution.
 */
import { logGamma } from './student.js';

/** The alternative hypothesis: the way in which the two distributions differ. */
export type Alternative = 'less' | 'greater' | 'two_sided';

/**
 * The greatest distance between the empirical distribution functions, in the direction of the
 * alternative. Both samples are in ascending order.
 */
export function distance(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  alternative: Alternative,
): number {
  const { length } = first;
  // One step is made before the first comparison, in the second sample if both begin with the same
  // value, as Elasticsearch does.
  let i = first[0] < second[0] ? 1 : 0;
  let j = 1 - i;
  let most = apart(i - j, alternative);
  while (i < length && j < length) {
    const a = first[i];
    const b = second[j];
    if (a <= b) i++;
    if (b <= a) j++;
    most = Math.max(most, apart(i - j, alternative));
  }
  return most / length;
}

function apart(ahead: number, alternative: Alternative): number {
  if (alternative === 'two_sided') return Math.abs(ahead);
  return Math.max(0, alternative === 'less' ? -ahead : ahead);
}

/**
 * The probability of this distance or a greater one between two samples of `size` values each that
 * have the same distribution.
 */
export function pValue(apartBy: number, size: number, alternative: Alternative): number {
  if (alternative === 'two_sided') return exactTwoSided(Math.round(apartBy * size), size);
  // Hodges 1958, formula 5.3, for samples of the same size.
  return Math.exp(-size * apartBy * apartBy - apartBy);
}

/**
 * The share of all merge orders of two samples of the same size in which they come at least `steps`
 * apart, counted by the reflection principle (Gnedenko and Korolyuk 1951).
 */
function exactTwoSided(steps: number, size: number): number {
  if (steps === 0) return 1;
  let sum = 0;
  for (let turn = 1; turn * steps <= size; turn++) {
    const sign = turn % 2 === 1 ? 2 : -2;
    sum += sign * binomialShare(size, turn * steps);
  }
  return Math.min(1, Math.max(0, sum));
}

/** `C(2n, n - k) / C(2n, n)`. */
function binomialShare(n: number, k: number): number {
  return Math.exp(2 * logGamma(n + 1) - logGamma(n - k + 1) - logGamma(n + k + 1));
}
