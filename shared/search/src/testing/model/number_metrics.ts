/**
 * For tests: the metric aggregations of numbers, computed from their definitions over plain arrays,
 * as a model that the real ones are compared with. `numbers` are always in ascending order.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { type ModelDocument, numbersOf } from './model_document.js';

export type MetricModel = (options: JsonObject, documents: readonly ModelDocument[]) => JsonObject;

export type Numbers = readonly number[];

export const sumOf = (numbers: Numbers): number => numbers.reduce((sum, each) => sum + each, 0);
export const meanOf = (numbers: Numbers): number => sumOf(numbers) / numbers.length;
/** The sum of the distances from the mean, each raised to the power. */
export const momentOf = (numbers: Numbers, power: number): number => {
  const mean = meanOf(numbers);
  return sumOf(numbers.map((each) => (each - mean) ** power));
};
/** A number as responses show it; NaN and infinities become text. */
export const shown = (number: number): JsonValue =>
  Number.isFinite(number) ? number : String(number);

const ofNumbers =
  (model: (numbers: Numbers, options: JsonObject) => JsonObject): MetricModel =>
  (options, documents) => {
    const field = String(options.field);
    const { missing } = options;
    const numbers = documents.flatMap((document) => {
      const values = numbersOf([document], field);
      return values.length === 0 && missing !== undefined ? [missing as number] : values;
    });
    return model(
      numbers.toSorted((a, b) => a - b),
      options,
    );
  };

const single = (model: (numbers: Numbers) => number): MetricModel =>
  ofNumbers((numbers) => ({ value: numbers.length === 0 ? null : model(numbers) }));

function statsOf(numbers: Numbers): JsonObject {
  const count = numbers.length;
  if (count === 0) return { count, min: null, max: null, avg: null, sum: 0 };
  return {
    count,
    min: numbers[0] as number,
    max: numbers.at(-1) as number,
    avg: meanOf(numbers),
    sum: sumOf(numbers),
  };
}

function extendedStatsOf(numbers: Numbers, { sigma = 2 }: JsonObject): JsonObject {
  const count = numbers.length;
  const over = (divisor: number) => (count === 0 ? Number.NaN : momentOf(numbers, 2) / divisor);
  const of = (number: number): JsonValue => (count === 0 ? null : shown(number));
  const [population, sampling] = [over(count), over(count - 1)];
  const bound = (variance: number, sign: number): JsonValue =>
    of(meanOf(numbers) + sign * Number(sigma) * Math.sqrt(variance));
  return {
    ...statsOf(numbers),
    sum_of_squares: of(sumOf(numbers.map((each) => each * each))),
    variance: of(population),
    variance_population: of(population),
    variance_sampling: of(sampling),
    std_deviation: of(Math.sqrt(population)),
    std_deviation_population: of(Math.sqrt(population)),
    std_deviation_sampling: of(Math.sqrt(sampling)),
    std_deviation_bounds: {
      upper: bound(population, 1),
      lower: bound(population, -1),
      upper_population: bound(population, 1),
      lower_population: bound(population, -1),
      upper_sampling: bound(sampling, 1),
      lower_sampling: bound(sampling, -1),
    },
  };
}

/**
 * The number below which `share` (0 to 1) of the numbers lie. The i-th of n numbers, counted from
 * 0, is at the share (i + 0.5) / n; shares between two numbers are interpolated linearly.
 */
function quantileOf(numbers: Numbers, share: number): number {
  const at = Math.min(Math.max(share * numbers.length - 0.5, 0), numbers.length - 1);
  const [low, high] = [numbers[Math.floor(at)] as number, numbers[Math.ceil(at)] as number];
  return low + (high - low) * (at - Math.floor(at));
}

/**
 * The share of the numbers that are at most `value`, from 0 to 1. Each number counts as 1/n that is
 * spread evenly between the midpoints to its two neighbours; the least one extends as far to the
 * left as to the right. The greatest is not spread: from the midpoint before it on, the share is 1.
 */
function rankOf(numbers: Numbers, value: number): number {
  const [only] = numbers;
  if (only !== undefined && numbers.length === 1) return value < only ? 0 : 1;
  for (let i = 0; i + 1 < numbers.length; i++) {
    const mean = numbers[i] as number;
    const right = ((numbers[i + 1] as number) - mean) / 2;
    const left = i === 0 ? right : (mean - (numbers[i - 1] as number)) / 2;
    if (value >= mean + right) continue;
    return Math.max(0, (i + (value - mean + left) / (left + right)) / numbers.length);
  }
  return 1;
}

/** The median of the distances from the median. */
const medianDeviation = (numbers: Numbers): number => {
  const median = quantileOf(numbers, 0.5);
  const distances = numbers.map((each) => Math.abs(each - median));
  return quantileOf(
    distances.toSorted((a, b) => a - b),
    0.5,
  );
};

/** The key of a percentile in responses, which always has a decimal point: `50.0`. */
const percentKey = (percent: number): string =>
  Number.isInteger(percent) ? `${percent}.0` : String(percent);

const byPercent = (given: JsonValue | undefined, of: (percent: number) => number): JsonObject => ({
  values: Object.fromEntries(
    (given as number[]).map((percent) => {
      const value = of(percent);
      return [percentKey(percent), Number.isNaN(value) ? null : value];
    }),
  ),
});

/** `lower` and `upper` are the outermost numbers at most 1.5 times `q3 - q1` away from the box. */
function boxplotOf(numbers: Numbers): JsonObject {
  if (numbers.length === 0) {
    const nothing = { q1: 'NaN', q2: 'NaN', q3: 'NaN', lower: 'NaN', upper: 'NaN' };
    return { min: 'Infinity', max: '-Infinity', ...nothing };
  }
  const [q1, q2, q3] = [0.25, 0.5, 0.75].map((share) => quantileOf(numbers, share));
  const reach = 1.5 * ((q3 as number) - (q1 as number));
  const within = numbers.filter(
    (each) => each >= (q1 as number) - reach && each <= (q3 as number) + reach,
  );
  return {
    min: numbers[0] as number,
    max: numbers.at(-1) as number,
    q1: q1 as number,
    q2: q2 as number,
    q3: q3 as number,
    lower: within[0] ?? 'NaN',
    upper: within.at(-1) ?? 'NaN',
  };
}

export const NUMBER_METRICS: Readonly<Record<string, MetricModel>> = {
  avg: single(meanOf),
  sum: ofNumbers((numbers) => ({ value: sumOf(numbers) })),
  min: single((numbers) => numbers[0] as number),
  max: single((numbers) => numbers.at(-1) as number),
  stats: ofNumbers(statsOf),
  extended_stats: ofNumbers(extendedStatsOf),
  median_absolute_deviation: single(medianDeviation),
  boxplot: ofNumbers(boxplotOf),
  percentiles: ofNumbers((numbers, { percents }) =>
    byPercent(percents, (percent) =>
      numbers.length === 0 ? Number.NaN : quantileOf(numbers, percent / 100),
    ),
  ),
  percentile_ranks: ofNumbers((numbers, { values }) =>
    byPercent(values, (value) =>
      numbers.length === 0 ? Number.NaN : 100 * rankOf(numbers, value),
    ),
  ),
};
