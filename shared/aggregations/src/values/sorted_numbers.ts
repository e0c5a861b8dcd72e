/** The values of a field in a segment, ascending. */
import { firstWhere } from '@skein/base';
import type { SegmentReader } from '@skein/search_library';
import type { KnownMatches } from '../collect/known_matches.js';

export interface SortedNumbers {
  /** The number of values in the segment. */
  readonly count: number;
  at(i: number): number;
  /** The values of the matches are `at(from)` to `at(to - 1)`. */
  readonly from: number;
  readonly to: number;
}

/**
 * The values of the matches from the field's points; `undefined` if the points cannot give them.
 * `worthOf` converts stored points to values, and keeps their order.
 */
export function sortedNumbers(
  field: string,
  { reader, bounds }: KnownMatches,
  worthOf: (stored: number | bigint) => number,
): SortedNumbers | undefined {
  const points = storedPoints(reader, field);
  if (points === undefined || bounds.some((one) => one.field !== field)) return undefined;
  const { valueAt } = points;
  let from = 0;
  let to = points.count;
  for (const { lower, upper } of bounds) {
    from = Math.max(
      from,
      firstWhere(points.count, (i) => valueAt(i) >= lower),
    );
    to = Math.min(
      to,
      firstWhere(points.count, (i) => valueAt(i) > upper),
    );
  }
  return { count: points.count, at: (i) => worthOf(valueAt(i)), from, to: Math.max(from, to) };
}

function storedPoints(reader: SegmentReader, field: string) {
  const points = reader.points(field);
  if (points?.valueAt === undefined || points.count !== points.docCount) return undefined;
  return { count: points.count, valueAt: points.valueAt.bind(points) };
}
