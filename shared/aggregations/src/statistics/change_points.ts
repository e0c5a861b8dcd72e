/**
 * Detects whether, where and how a series of numbers changes. It fits models by least squares and
 * compares them by F-tests: one level, one line, two levels, two lines. The simplest model that no
 * larger one beats is taken. A value that the model of the other values does not explain is a spike
 * or a dip. If none of these is found, two parts of the series may still have different
 * distributions (Kolmogorov and Smirnov). The kinds of change have Elasticsearch's names; its
 * procedure is a different one.
 */
import { bothTails, incompleteBeta } from './student.js';

export type Change =
  | { readonly kind: 'stationary' }
  | {
      readonly kind: 'non_stationary';
      readonly p: number;
      readonly r: number;
      readonly trend: 'increasing' | 'decreasing';
    }
  | {
      readonly kind: 'step_change' | 'distribution_change' | Outlier;
      readonly p: number;
      readonly at: number;
    }
  | { readonly kind: 'trend_change'; readonly p: number; readonly r: number; readonly at: number };

type Outlier = 'spike' | 'dip';

/** The least number of values in which changes are looked for. */
export const LEAST_VALUES = 22;
/** The significance level: a result with a smaller p-value counts as a change. */
const SIGNIFICANT = 0.01;
/** The least number of values on either side of a change. */
const LEAST_PART = 5;
/**
 * The number of positions at which distributions are compared at most: each comparison sorts the
 * series.
 */
const MOST_PLACES = 32;

/**
 * `values` holds at least `LEAST_VALUES` numbers. `comparing` is called before each comparison of
 * distributions.
 */
export function changeOf(values: Float64Array, comparing: () => void): Change {
  const series = scaled(values);
  const outlier = outlierOf(series);
  if (outlier !== undefined && !isChange(fitted(without(series, outlier.at)))) return outlier;
  const found = fitted(series);
  if (isChange(found)) return found;
  const level = found.kind === 'stationary' ? series : withoutLine(series);
  return distributionChange(level, comparing) ?? found;
}

/** The series minus the slope of its best-fitting line. The mean stays. */
function withoutLine(series: Float64Array): Float64Array {
  const { slope } = new Sums(series).slope(0, series.length);
  return series.map((value, i) => value - slope * (i - (series.length - 1) / 2));
}

function isChange({ kind }: Change): boolean {
  return kind === 'step_change' || kind === 'trend_change';
}

/**
 * The series shifted to mean 0 and scaled so that the greatest absolute value is 1; squares then
 * neither overflow nor underflow.
 */
function scaled(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const reach = values.reduce((most, value) => Math.max(most, Math.abs(value - mean)), 0);
  // Differences within the rounding error of the mean do not count.
  const isFlat = reach <= Math.abs(mean) * values.length * Number.EPSILON;
  return values.map((value) => (isFlat ? 0 : (value - mean) / reach));
}

function without(series: Float64Array, at: number): Float64Array {
  return Float64Array.from([...series.subarray(0, at), ...series.subarray(at + 1)]);
}

/**
 * Prefix sums, which give the residual sum of squares of a level or a line over any part of the
 * series in constant time.
 */
class Sums {
  readonly #y: Float64Array;
  readonly #yy: Float64Array;
  readonly #xy: Float64Array;

  constructor(series: Float64Array) {
    const size = series.length + 1;
    this.#y = new Float64Array(size);
    this.#yy = new Float64Array(size);
    this.#xy = new Float64Array(size);
    series.forEach((value, i) => {
      this.#y[i + 1] = this.#y[i] + value;
      this.#yy[i + 1] = this.#yy[i] + value * value;
      this.#xy[i + 1] = this.#xy[i] + i * value;
    });
  }

  /** The sum of squared differences from the mean. */
  level(from: number, to: number): number {
    const n = to - from;
    const sum = between(this.#y, from, to);
    return clean(between(this.#yy, from, to) - (sum * sum) / n, n);
  }

  /** The sum of squared differences from the best-fitting line. */
  line(from: number, to: number): number {
    const n = to - from;
    const { slope, spread } = this.slope(from, to);
    return clean(this.level(from, to) - slope * slope * spread, n);
  }

  slope(from: number, to: number): { readonly slope: number; readonly spread: number } {
    const n = to - from;
    const spread = (n * (n * n - 1)) / 12;
    const middle = (from + to - 1) / 2;
    const joint = between(this.#xy, from, to) - middle * between(this.#y, from, to);
    return { slope: spread === 0 ? 0 : joint / spread, spread };
  }
}

function between(sums: Float64Array, from: number, to: number): number {
  return sums[to] - sums[from];
}

/** The rounding error of a scaled value, whose greatest absolute value is 1. */
const ROUNDING = 1e-9;

/** Sums of squares that rounding alone may leave become 0. */
function clean(squares: number, n: number): number {
  return squares < n * 1e-13 ? 0 : squares;
}

interface Fit {
  readonly squares: number;
  readonly parameters: number;
}

/**
 * The probability (p-value) that the larger model fits this much better by chance, at the best of
 * the `places` that it could have.
 */
function chance(
  small: Fit,
  large: Fit,
  { n, places }: { readonly n: number; readonly places: number },
): number {
  const gained = small.squares - large.squares;
  if (!(gained > 0)) return 1;
  const more = large.parameters - small.parameters;
  const free = n - large.parameters;
  const f = large.squares === 0 ? Number.POSITIVE_INFINITY : gained / more / (large.squares / free);
  const p = Number.isFinite(f) ? incompleteBeta(free / (free + more * f), free / 2, more / 2) : 0;
  return -Math.expm1(places * Math.log1p(-Math.min(p, 1 - Number.EPSILON)));
}

interface Split extends Fit {
  readonly at: number;
}

function bestSplit(n: number, parameters: number, squares: (at: number) => number): Split {
  let best = { at: LEAST_PART, squares: Number.POSITIVE_INFINITY, parameters };
  for (let at = LEAST_PART; at <= n - LEAST_PART; at++) {
    const left = squares(at);
    if (left < best.squares) best = { at, squares: left, parameters };
  }
  return best;
}

function fitted(series: Float64Array): Change {
  const n = series.length;
  const places = n - 2 * LEAST_PART + 1;
  const sums = new Sums(series);
  const level = { squares: sums.level(0, n), parameters: 1 };
  const line = { squares: sums.line(0, n), parameters: 2 };
  const trend = chance(level, line, { n, places: 1 });
  const simple = trend < SIGNIFICANT ? line : level;
  const step = bestSplit(n, 3, (at) => sums.level(0, at) + sums.level(at, n));
  const stepP = chance(simple, step, { n, places });
  const hasStep = stepP < SIGNIFICANT;
  const lines = bestSplit(n, 5, (at) => sums.line(0, at) + sums.line(at, n));
  const linesP = chance(hasStep ? step : simple, lines, { n, places });
  const explained = (squares: number): number =>
    level.squares === 0 ? 0 : 1 - squares / level.squares;
  if (linesP < SIGNIFICANT) {
    return { kind: 'trend_change', p: linesP, r: explained(lines.squares), at: lines.at };
  }
  if (hasStep) return { kind: 'step_change', p: stepP, at: step.at };
  if (simple === level) return { kind: 'stationary' };
  const { slope } = sums.slope(0, n);
  const direction = slope > 0 ? 'increasing' : 'decreasing';
  return { kind: 'non_stationary', p: trend, r: explained(line.squares), trend: direction };
}

/**
 * The value furthest from the level or, if that fits better, the line of the other values, if it is
 * significant: Student's t of deletion residuals, corrected for having chosen the best of all
 * positions.
 */
function outlierOf(
  series: Float64Array,
): { readonly kind: Outlier; readonly p: number; readonly at: number } | undefined {
  const n = series.length;
  const sums = new Sums(series);
  const level = { squares: sums.level(0, n), parameters: 1 };
  const line = { squares: sums.line(0, n), parameters: 2 };
  const hasTrend = chance(level, line, { n, places: 1 }) < SIGNIFICANT;
  const { squares, parameters } = hasTrend ? line : level;
  const { slope, spread } = hasTrend ? sums.slope(0, n) : { slope: 0, spread: 1 };
  const middle = (n - 1) / 2;
  const mean = series.reduce((sum, value) => sum + value / n, 0);
  const free = n - parameters - 1;
  let most = { t: 0, at: 0 };
  series.forEach((value, at) => {
    const off = value - mean - slope * (at - middle);
    const leverage = 1 / n + (hasTrend ? (at - middle) ** 2 / spread : 0);
    const left = clean(squares - (off * off) / (1 - leverage), n);
    const t = off / Math.sqrt((left / free) * (1 - leverage));
    if (Math.abs(off) > ROUNDING && Math.abs(t) > Math.abs(most.t)) most = { t, at };
  });
  const p = Math.min(1, n * bothTails(most.t, free));
  if (!(p < SIGNIFICANT)) return undefined;
  return { kind: most.t > 0 ? 'spike' : 'dip', p, at: most.at };
}

function distributionChange(series: Float64Array, comparing: () => void): Change | undefined {
  const n = series.length;
  const places = n - 2 * LEAST_PART + 1;
  const step = Math.max(1, Math.ceil(places / MOST_PLACES));
  let best = { p: 1, at: 0 };
  let compared = 0;
  for (let at = LEAST_PART; at <= n - LEAST_PART; at += step) {
    comparing();
    compared++;
    const p = sameDistribution(series.slice(0, at).sort(), series.slice(at).sort());
    if (p < best.p) best = { p, at };
  }
  const p = -Math.expm1(compared * Math.log1p(-Math.min(best.p, 1 - Number.EPSILON)));
  return p < SIGNIFICANT ? { kind: 'distribution_change', p, at: best.at } : undefined;
}

/**
 * The probability that two sorted samples have the same distribution: the limit distribution of the
 * greatest distance (Kolmogorov 1933), with the correction of Stephens (1970) for small samples.
 */
function sameDistribution(first: Float64Array, second: Float64Array): number {
  let [i, j, apart] = [0, 0, 0];
  while (i < first.length && j < second.length) {
    const [a, b] = [first[i], second[j]];
    const value = Math.min(a, b);
    while (i < first.length && first[i] === value) i++;
    while (j < second.length && second[j] === value) j++;
    apart = Math.max(apart, Math.abs(i / first.length - j / second.length));
  }
  const root = Math.sqrt((first.length * second.length) / (first.length + second.length));
  const lambda = (root + 0.12 + 0.11 / root) * apart;
  if (lambda < 0.2) return 1;
  let sum = 0;
  for (let k = 1; k <= 100; k++) {
    const term = Math.exp(-2 * k * k * lambda * lambda);
    sum += k % 2 === 1 ? term : -term;
    if (term < Number.EPSILON) break;
  }
  return Math.min(1, Math.max(0, 2 * sum));
}
