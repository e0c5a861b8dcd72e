/**
 * Functions of a window of values, oldest first. NaN values are skipped, except by the extremes,
 * which become NaN. The smoothing functions are exponential smoothing with one, two and three
 * components (R. J. Hyndman, G. Athanasopoulos, "Forecasting: Principles and Practice", chapter 8),
 * with OpenSearch's starting values.
 */
import { CompensatedSum } from '../numbers/compensated_sum.js';
import { arithmetic, arrayIndex, illegalArgument } from '../values/throwable.js';

type Window = readonly number[];

/**
 * The weights of the newest value against the previous state: for the level, the trend, the season.
 */
interface Smoothing {
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
}

interface Season {
  readonly period: number;
  readonly multiplicative: boolean;
  /** True if values are kept from being 0; by default if seasons are multiplicative. */
  readonly pad?: boolean;
}

/** Keeps a level from being 0, since seasons are relative to it. */
const PADDING = 1e-10;

const known = (values: Window): number[] => values.filter((value) => !Number.isNaN(value));

export const movingMax = (values: Window): number =>
  values.reduce((a, b) => Math.max(a, b), values[0] ?? Number.NaN);

export const movingMin = (values: Window): number =>
  values.reduce((a, b) => Math.min(a, b), values[0] ?? Number.NaN);

const total = (numbers: Window): number => numbers.reduce((a, b) => a + b, 0);

export function movingSum(values: Window): number {
  const sum = new CompensatedSum();
  for (const value of known(values)) sum.add(value);
  return sum.total();
}

export function unweightedAvg(values: Window): number {
  const numbers = known(values);
  return numbers.length === 0 ? Number.NaN : total(numbers) / numbers.length;
}

export function stdDev(values: Window, average: number): number {
  const squares = known(values).map((value) => (value - average) ** 2);
  return squares.length === 0 ? Number.NaN : Math.sqrt(total(squares) / squares.length);
}

/** The weights are 1, 2, 3, …; their sum is one too large, as in OpenSearch. */
export function linearWeightedAvg(values: Window): number {
  const numbers = known(values);
  if (numbers.length === 0) return Number.NaN;
  const weighted = numbers.reduce((sum, value, i) => sum + value * (i + 1), 0);
  return weighted / (1 + (numbers.length * (numbers.length + 1)) / 2);
}

export function ewma(values: Window, alpha: number): number {
  const [first = Number.NaN, ...others] = known(values);
  return others.reduce((average, value) => value * alpha + average * (1 - alpha), first);
}

/** The level at the end of the window. */
export function holt(values: Window, alpha: number, beta: number): number {
  return holtAhead(values, { alpha, beta }, 1)[0] ?? Number.NaN;
}

/** Predicts `count` numbers from the level and the trend at the end of the window. */
export function holtAhead(
  values: Window,
  { alpha, beta }: Pick<Smoothing, 'alpha' | 'beta'>,
  count: number,
): number[] {
  const [first = Number.NaN, ...others] = known(values);
  let [level, trend] = [first, 0];
  for (const value of others) {
    const before = level;
    level = alpha * value + (1 - alpha) * (before + trend);
    trend = beta * (level - before) + (1 - beta) * trend;
  }
  return Array.from({ length: count }, (_, i) => level + i * trend);
}

/**
 * Predicts the value after the window. `period` is the number of values per season; the window
 * needs two seasons.
 */
export function holtWinters(values: Window, by: Smoothing, season: Season): number {
  return holtWintersAhead(values, { by, season }, 1)[0] ?? Number.NaN;
}

/** Predicts `count` numbers after the window. */
export function holtWintersAhead(
  values: Window,
  { by, season: seasonal }: { readonly by: Smoothing; readonly season: Season },
  count: number,
): number[] {
  const { period, multiplicative, pad = multiplicative } = seasonal;
  const nothing = (): number[] => new Array(count).fill(Number.NaN);
  if (values.length === 0) return nothing();
  checkSeasons(values.length, period);
  const padded = known(values).map((value) => value + (pad ? PADDING : 0));
  if (padded.length === 0) return nothing();
  const series = Array.from(values, (_, i) => padded[i] ?? 0);
  const seasons = multiplicative ? MULTIPLIED : ADDED;
  const at = (i: number): number => series[i] ?? 0;
  let [level, trend] = [0, 0];
  for (let i = 0; i < period; i++) {
    level += at(i);
    trend += (at(i + period) - at(i)) / period;
  }
  level /= period;
  trend /= period;
  const season = series.map((value, i) => (i < period && level !== 0 ? value / level : 0));
  let beforeTrend = 0;
  for (let i = period; i < series.length; i++) {
    const before = level;
    const share = season[i - period] ?? 0;
    level = by.alpha * seasons.without(at(i), share) + (1 - by.alpha) * (before + beforeTrend);
    trend = by.beta * (level - before) + (1 - by.beta) * beforeTrend;
    season[i] = by.gamma * seasons.share(at(i), before, beforeTrend) + (1 - by.gamma) * share;
    beforeTrend = trend;
  }
  const from = series.length - period;
  return Array.from({ length: count }, (_, i) =>
    seasons.with(level + (i + 1) * trend, season[from + (i % period)] ?? 0),
  );
}

/** Combines a season and a level to a value, and separates them. */
interface Seasons {
  readonly without: (value: number, season: number) => number;
  readonly share: (value: number, level: number, trend: number) => number;
  readonly with: (level: number, season: number) => number;
}

const MULTIPLIED: Seasons = {
  without: (value, season) => value / season,
  share: (value, level, trend) => value / (level + trend),
  with: (level, season) => level * season,
};

const ADDED: Seasons = {
  without: (value, season) => value - season,
  share: (value, level, trend) => value - (level - trend),
  with: (level, season) => level + season,
};

function checkSeasons(count: number, period: number): void {
  if (period === 0) throw arithmetic('/ by zero');
  if (period < 0) throw arrayIndex(`Index ${period} out of bounds for length ${count}`);
  if (count >= 2 * period) return;
  const needed = `(2 * period == 2 * ${period} == ${2 * period})`;
  throw illegalArgument(
    `Holt-Winters aggregation requires at least ${needed} data-points to function.  Only [${count}] were provided.`,
  );
}
