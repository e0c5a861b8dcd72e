/** `sum`: the compensated sum of all values. */
import { sumType } from './sum_type.js';
import { type SumsPart, scaledSumsPart } from './sums.js';

const sumOf = ({ sums }: SumsPart, owner: number) => sums[owner];

export const sum = sumType({ name: 'sum', scaled: scaledSumsPart, value: sumOf, shown: sumOf });
