/**
 * The median of several measurements; of an even number of values, the higher of the two in the
 * middle.
 */

export function median(values: readonly number[]): number {
  return medianBy(values, (value) => value) ?? Number.NaN;
}

export function medianBy<T>(values: readonly T[], of: (value: T) => number): T | undefined {
  return values.toSorted((a, b) => of(a) - of(b))[values.length >> 1];
}
