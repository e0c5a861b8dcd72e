/**
 * `t_test` by its definitions: Student's distribution as a ratio of two integrals, computed
 * numerically in small steps.
 */
import type { JsonObject } from '@skein/content';
import { type ModelDocument, matches, numbersOf } from './model_document.js';
import { type MetricModel, meanOf, momentOf, type Numbers } from './number_metrics.js';

const STEPS = 2000;

/**
 * Simpson's rule for the integral of sin(x)^power from 0 to `end`. The variable is a sixth power,
 * which makes the integrand smooth at 0.
 */
function sinePowers(power: number, end: number): number {
  const at = (s: number): number => Math.sin(end * s ** 6) ** power * 6 * end * s ** 5;
  let sum = at(1);
  for (let i = 1; i < STEPS; i++) sum += (i % 2 === 1 ? 4 : 2) * at(i / STEPS);
  return sum / (3 * STEPS);
}

/** The probability of a value at least as far from 0 as `t`, on either side. */
function bothTails(t: number, freedom: number): number {
  if (Number.isNaN(t) || Number.isNaN(freedom)) return Number.NaN;
  const angle = Math.atan2(Math.sqrt(freedom), Math.abs(t));
  return sinePowers(freedom - 1, angle) / sinePowers(freedom - 1, Math.PI / 2);
}

const varianceOf = (numbers: Numbers): number => momentOf(numbers, 2) / (numbers.length - 1);

function unpaired(a: Numbers, b: Numbers, isPooled: boolean): number {
  if (a.length < 2 || b.length < 2) return Number.NaN;
  const difference = meanOf(a) - meanOf(b);
  if (isPooled) {
    const freedom = a.length + b.length - 2;
    const pooled = (momentOf(a, 2) + momentOf(b, 2)) / freedom;
    return bothTails(difference / Math.sqrt(pooled / a.length + pooled / b.length), freedom);
  }
  const [errorA, errorB] = [varianceOf(a) / a.length, varianceOf(b) / b.length];
  const freedom =
    (errorA + errorB) ** 2 / (errorA ** 2 / (a.length - 1) + errorB ** 2 / (b.length - 1));
  return bothTails(difference / Math.sqrt(errorA + errorB), freedom);
}

function paired(differences: Numbers): number {
  if (differences.length < 2) return Number.NaN;
  const error = Math.sqrt(varianceOf(differences) / differences.length);
  return bothTails(meanOf(differences) / error, differences.length - 1);
}

export const tTestModel: MetricModel = ({ a, b, type }, documents) => {
  const sides = [a, b] as JsonObject[];
  const numbers = sides.map(({ field, filter }) => {
    const own =
      filter === undefined
        ? documents
        : documents.filter((document) => matches(document, filter as JsonObject));
    return numbersOf(own, String(field));
  });
  const pairOf = (document: ModelDocument) =>
    sides.map(({ field }) => numbersOf([document], String(field))[0]);
  const differences = documents.flatMap((document) => {
    const [first, second] = pairOf(document);
    return first === undefined || second === undefined ? [] : [first - second];
  });
  const [ofA = [], ofB = []] = numbers;
  const value =
    type === 'paired' ? paired(differences) : unpaired(ofA, ofB, type === 'homoscedastic');
  return { value: Number.isNaN(value) ? null : value };
};
