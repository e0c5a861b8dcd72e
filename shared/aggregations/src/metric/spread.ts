/** How far values lie apart: the variances and deviations of `extended_stats`. */

export const SPREAD_NAMES = [
  'sum_of_squares',
  'variance',
  'variance_population',
  'variance_sampling',
  'std_deviation',
  'std_deviation_population',
  'std_deviation_sampling',
] as const;

export type Spread = Readonly<Record<(typeof SPREAD_NAMES)[number], number>>;

interface SpreadOf {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

export function spreadOf({ count, sum, squares }: SpreadOf): Spread {
  const scatter = squares - (sum * sum) / count;
  const population = Math.max(0, scatter / count);
  const sampling = Math.max(0, scatter / (count - 1));
  return {
    sum_of_squares: squares,
    variance: population,
    variance_population: population,
    variance_sampling: sampling,
    std_deviation: Math.sqrt(population),
    std_deviation_population: Math.sqrt(population),
    std_deviation_sampling: Math.sqrt(sampling),
  };
}

/** The ends of the interval of `sigma` deviations on both sides of the mean. */
export const DEVIATION_BOUNDS = [
  'upper',
  'lower',
  'upper_population',
  'lower_population',
  'upper_sampling',
  'lower_sampling',
] as const;

export type DeviationBounds = Readonly<Record<(typeof DEVIATION_BOUNDS)[number], number>>;

export function boundsAround(avg: number, sigma: number, spread: Spread): DeviationBounds {
  const population = spread.std_deviation_population * sigma;
  const sampling = spread.std_deviation_sampling * sigma;
  return {
    upper: avg + population,
    lower: avg - population,
    upper_population: avg + population,
    lower_population: avg - population,
    upper_sampling: avg + sampling,
    lower_sampling: avg - sampling,
  };
}
