/** The possible widths of `auto_date_histogram` buckets, and the choice of one for each owner. */
import {
  type CalendarUnit,
  type DateRounding,
  dateRounding,
} from '../../rounding/date_rounding.js';
import type { Bounds } from '../histogram/step_cells.js';

/** A unit, and the widths that a bucket may have, in units. */
export interface Step {
  readonly unit: CalendarUnit;
  readonly letter: string;
  readonly aboutMs: number;
  readonly widths: readonly number[];
}

const SECOND = 1000;
const DAY = 86_400 * SECOND;

export const STEPS: readonly Step[] = [
  { unit: 'second', letter: 's', aboutMs: SECOND, widths: [1, 5, 10, 30] },
  { unit: 'minute', letter: 'm', aboutMs: 60 * SECOND, widths: [1, 5, 10, 30] },
  { unit: 'hour', letter: 'h', aboutMs: 3600 * SECOND, widths: [1, 3, 12] },
  { unit: 'day', letter: 'd', aboutMs: DAY, widths: [1, 7] },
  { unit: 'month', letter: 'M', aboutMs: 30 * DAY, widths: [1, 3] },
  { unit: 'year', letter: 'y', aboutMs: 365 * DAY, widths: [1, 5, 10, 20, 50, 100] },
];

export interface StepLimits {
  /** The requested number of buckets. */
  readonly buckets: number;
  readonly timeZone: string | undefined;
}

export const LAST_STEP = STEPS.length - 1;

/** OpenSearch's limit: up to 30 buckets of one unit are collected for each requested one. */
export const MOST_BUCKETS = Math.floor(65_535 / 30);

/** The limit of buckets that are one unit wide; the widest of the step may merge so many. */
export function mostBuckets(step: number, { buckets }: Pick<StepLimits, 'buckets'>): number {
  const { widths } = STEPS[step];
  return buckets * widths[widths.length - 1];
}

/** The limit of the time from the first to the last bucket, with months of 30 days. */
export function longestSpanMs(step: number, limits: Pick<StepLimits, 'buckets'>): number {
  return mostBuckets(step, limits) * STEPS[step].aboutMs;
}

export function roundingOf(
  step: number,
  timeZone: string | undefined,
  { min, max }: Bounds,
): DateRounding {
  const { unit } = STEPS[step];
  return dateRounding({ unit, timeZone, offsetMs: 0 }, { minMs: min, maxMs: max });
}

/** The final shape of an owner's buckets. */
export interface Shape {
  readonly step: number;
  readonly width: number;
  readonly keys: readonly number[];
  /** Maps an old key to its place among the new ones. */
  readonly place: (key: number) => number;
}

/** The first and the last of ascending keys; there is at least one. */
function spanOf(keys: readonly number[]): Bounds {
  return { min: keys[0], max: keys[keys.length - 1] };
}

/**
 * The final buckets, as OpenSearch's reduce chooses them: the finest step that has not too many
 * buckets, including empty ones, and then the narrowest width. The keys `found` ascend.
 */
export function shapeOf(found: readonly number[], from: number, limits: StepLimits): Shape {
  const bounds = spanOf(found);
  const rounding = (step: number) => roundingOf(step, limits.timeZone, bounds);
  const begun = coarser({ step: from, keys: rounded(found, rounding(from)) }, rounding, limits);
  const span = spanOf(begun.keys);
  const step = fittingStep(begun.step, span, limits);
  const filled = { step, keys: withoutGaps(span, rounding(step)) };
  const { step: last, keys } = coarser(filled, rounding, limits);
  const { widths } = STEPS[last];
  const width =
    keys.length <= limits.buckets
      ? 1
      : (widths.find((each) => Math.ceil(keys.length / each) <= limits.buckets) ?? 1);
  const places = new Map(keys.map((key, i) => [key, Math.floor(i / width)]));
  const { round } = rounding(last);
  return {
    step: last,
    width,
    keys: keys.filter((_, i) => i % width === 0),
    place: (key) => places.get(round(key)) ?? 0,
  };
}

interface Stepped {
  readonly step: number;
  readonly keys: readonly number[];
}

/** Rounds the keys to the finest step, from the given one on, whose limit they do not exceed. */
function coarser(
  { step, keys }: Stepped,
  rounding: (step: number) => DateRounding,
  limits: StepLimits,
): Stepped {
  if (step === LAST_STEP || keys.length <= mostBuckets(step, limits)) return { step, keys };
  const next = step + 1;
  return coarser({ step: next, keys: rounded(keys, rounding(next)) }, rounding, limits);
}

function rounded(keys: readonly number[], { round }: DateRounding): readonly number[] {
  return [...new Set(keys.map(round))];
}

function withoutGaps({ min, max }: Bounds, { round, next }: DateRounding): readonly number[] {
  const keys: number[] = [];
  const last = round(max);
  for (let key = round(min); key <= last; key = next(key)) keys.push(key);
  return keys;
}

/** The finest step, from the given one on, of which the whole span has not too many. */
function fittingStep(from: number, { min, max }: Bounds, limits: StepLimits): number {
  for (let step = from; step < LAST_STEP; step++) {
    const limit = mostBuckets(step, limits);
    if ((max - min) / STEPS[step].aboutMs > 2 * limit + 2) continue;
    const rounding = roundingOf(step, limits.timeZone, { min, max });
    let needed = 0;
    for (let key = min; key < max && needed <= limit; key = rounding.next(rounding.round(key)))
      needed++;
    if (needed <= limit) return step;
  }
  return LAST_STEP;
}
