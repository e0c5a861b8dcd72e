/** `avg`: the mean of all values. */
import { asSampled } from '../collect/scaled.js';
import { sumType } from './sum_type.js';
import type { SumsPart } from './sums.js';

function mean({ sums, counts }: SumsPart, owner: number): number {
  return sums[owner] / counts[owner];
}

export const avg = sumType({
  name: 'avg',
  scaled: asSampled,
  value: mean,
  shown: (part, owner) => (part.counts[owner] === 0 ? undefined : mean(part, owner)),
});
