/** Steps of a column's values for kernels, which use stored integers without a division. */
import type { NumberSlots } from '../../index/segment_reader.js';
import { COARSE_BITS, MAX_BLOCK_STEPS } from '../../kernels/block_layout.js';

export interface StepTable {
  /**
   * The least stored number of each step, ascending. An empty step has that of the next. Steps
   * behind the greatest number that a column can store are left out.
   */
  readonly starts: Uint32Array;
  /** By the upper bits of a number: the step of the least number with these bits. */
  readonly coarse: Uint32Array;
  readonly shift: number;
}

const COARSE = 1 << COARSE_BITS;
const MAX_STORED = 0xffffffff;

/**
 * `starts` has the least value of each step: ascending integers, the first of which is at most any
 * value of the column. Returns `undefined` if kernels cannot use the steps.
 */
export function stepTable(
  { raw, min, gcd }: NumberSlots,
  greatest: number,
  starts: Float64Array,
): StepTable | undefined {
  if (raw instanceof Float32Array || raw instanceof Float64Array) return undefined;
  const reach = Math.max(Math.abs(min), Math.abs(greatest), Math.abs(starts.at(-1) ?? 0));
  if (starts.length === 0 || starts.length > MAX_BLOCK_STEPS) return undefined;
  if (!Number.isSafeInteger(2 * reach)) return undefined;
  const least = Array.from(starts, (start) => leastStored(start, min, gcd));
  const stored = Uint32Array.from(least.filter((each) => each <= MAX_STORED));
  let shift = 0;
  while ((greatest - min) / gcd / 2 ** shift >= COARSE) shift++;
  const coarse = new Uint32Array(COARSE);
  let from = 0;
  for (let step = 0; step < stored.length && from < COARSE; step++) {
    const isLast = step + 1 === stored.length;
    const end = isLast ? COARSE : Math.min(COARSE, Math.ceil(stored[step + 1] / 2 ** shift));
    if (end > from) coarse.fill(step, from, end);
    from = Math.max(from, end);
  }
  return { starts: stored, coarse, shift };
}

/** The least stored number whose value is >= `start`. */
function leastStored(start: number, min: number, gcd: number): number {
  let least = Math.max(0, Math.ceil((start - min) / gcd));
  while (least > 0 && min + gcd * (least - 1) >= start) least--;
  while (min + gcd * least < start) least++;
  return least;
}
