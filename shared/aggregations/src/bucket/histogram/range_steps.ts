/**
 * The steps of a histogram that a range covers. Ranges may be unbounded, so a range that covers
 * more steps than the limit on buckets is refused.
 */
import { illegalArgument } from '@skein/errors';
import type { DateRounding } from '../../rounding/date_rounding.js';
import type { NumberSource } from '../../values/number_source.js';
import { rangeSteps, type StepsOf } from '../../values/range_terms.js';
import type { RangedValues } from '../../values/resolve_values.js';
import type { Cells } from '../cells/cell_collector.js';
import type { HardBounds } from './step_cells.js';
import { hashedCells } from './step_cells.js';

interface RangeCells {
  readonly source: NumberSource;
  readonly cells: Cells;
}

export interface StepLimits {
  /**
   * The bounds to which ranges are clipped. A range beyond a bound still counts in the bucket that
   * holds the bound if it is in that bucket too, as in OpenSearch.
   */
  readonly hard: HardBounds | undefined;
  /** Throws if there are too many buckets. */
  countBuckets(count: number): void;
}

const EVERYTHING: HardBounds = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };

interface NumberSteps {
  readonly interval: number;
  readonly offset: number;
}

export function numberRangeCells(
  { ranges, of, typeName }: RangedValues,
  { interval, offset }: NumberSteps,
  { hard = EVERYTHING, countBuckets }: StepLimits,
): RangeCells {
  const { boundsOf } = of;
  if (boundsOf === undefined) {
    throw illegalArgument(`Expected numeric range type but found non-numeric range [${typeName}]`);
  }
  const stepOf = (value: number): number => Math.floor((value - offset) / interval);
  const stepsOf: StepsOf = (lower, upper, after, visit) => {
    const first = Math.max(stepOf(Math.max(lower, hard.min)), after);
    const last = stepOf(Math.min(upper, hard.max));
    if (!(first <= last)) return;
    checkCount(last - first + 1, countBuckets);
    for (let step = first === after ? 1 : 0; step <= last - first; step++) visit(first + step);
  };
  const steps = hashedCells((step) => step);
  return {
    source: rangeSteps(ranges, boundsOf, stepsOf),
    cells: {
      isTotal: true,
      assign: steps.assign,
      key: (cell) => steps.key(cell) * interval + offset,
    },
  };
}

/** The length of the longest step. */
const LONGEST_MS = 366 * 86_400_000;

export function dateRangeCells(
  { ranges, of, typeName }: RangedValues,
  rounding: DateRounding,
  { hard = EVERYTHING, countBuckets }: StepLimits,
): RangeCells {
  const { boundsOf, pattern } = of;
  if (boundsOf === undefined || pattern === undefined) {
    throw illegalArgument(`Expected date range type but found range type [${typeName}]`);
  }
  const stepsOf: StepsOf = (lower, upper, after, visit) => {
    const from = Math.max(lower, hard.min);
    const to = Math.min(upper, hard.max);
    checkCount((to - from) / (rounding.fixedMs ?? LONGEST_MS), countBuckets);
    const last = rounding.round(to);
    let step = Math.max(rounding.round(from), after);
    if (step === after && step <= last) step = rounding.next(step);
    // For extreme dates, the next step may be the same double.
    for (let before = Number.NEGATIVE_INFINITY; step > before && step <= last; ) {
      visit(step);
      before = step;
      step = rounding.next(step);
    }
  };
  return {
    source: rangeSteps(ranges, boundsOf, stepsOf),
    cells: hashedCells((step) => step),
  };
}

/** Up to this many steps are not checked here, but counted once they are buckets. */
const FEW_STEPS = 1024;

function checkCount(steps: number, countBuckets: StepLimits['countBuckets']): void {
  if (steps <= FEW_STEPS) return;
  const whole = Math.min(Math.ceil(steps), Number.MAX_SAFE_INTEGER);
  countBuckets(whole);
  countBuckets(-whole);
}
