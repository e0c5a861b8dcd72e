/** How far values lie apart: the variances and deviations of `extended_stats`. */

export interface Spread {
  readonly sum_of_squares: number;
  readonly variance: number;
  readonly variance_population: number;
  readonly variance_sampling: number;
  readonly std_deviation: number;
  readonly std_deviation_population: number;
  readonly std_deviation_sampling: number;
}

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
export interface DeviationBounds {
  readonly upper: number;
  readonly lower: number;
  readonly upper_population: number;
  readonly lower_population: number;
  readonly upper_sampling: number;
  readonly lower_sampling: number;
}

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
