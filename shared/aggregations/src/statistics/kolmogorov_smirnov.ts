/**
 * The test of Kolmogorov and Smirnov on two samples of the same size: whether they come from the
 * same distribution.
 */
import { logGamma } from './student.js';

/** What the second distribution is taken to be where the first is not like it. */
export type Alternative = 'less' | 'greater' | 'two_sided';

/**
 * How far the shares of values passed lie apart at most, the way the alternative looks. Both
 * ascend.
 */
export function distance(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  alternative: Alternative,
): number {
  const { length } = first;
  // One step is made before anything is compared, of the second where both begin alike:
  // Elasticsearch's start.
  let i = (first[0] as number) < (second[0] as number) ? 1 : 0;
  let j = 1 - i;
  let most = apart(i - j, alternative);
  while (i < length && j < length) {
    const a = first[i] as number;
    const b = second[j] as number;
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
 * How probable such a distance, or a greater one, is between samples of `size` of the same
 * distribution.
 */
export function pValue(apartBy: number, size: number, alternative: Alternative): number {
  if (alternative === 'two_sided') return exactTwoSided(Math.round(apartBy * size), size);
  // Hodges 1958, formula 5.3, for samples of the same size.
  return Math.exp(-size * apartBy * apartBy - apartBy);
}

/**
 * Gnedenko and Korolyuk 1951: of all ways through two samples of the same size, those that come
 * `steps` apart, counted by reflection.
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
