/**
 * The least and the greatest of some numbers: the infinities if there are none, `NaN` if one of
 * them is. `Math.min(...values)` overflows the stack at some hundred thousand values.
 */
export interface Extent {
  readonly least: number;
  readonly greatest: number;
}

export function extentOf(values: Iterable<number>): Extent {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  return { least, greatest };
}
