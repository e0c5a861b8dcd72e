/** Tests whether a shard has few different terms of a field. */
import type { SegmentReader } from '@skein/search_library';
import { termKey } from './value_format.js';

/** Reads fewer than `limit` terms of each segment. */
export function hasFewTerms(
  segments: readonly SegmentReader[],
  field: string,
  limit: number,
): boolean {
  const met = new Set<string>();
  for (const segment of segments) {
    const column = segment.ordinals(field);
    if (column === undefined) continue;
    if (column.cardinality >= limit) return false;
    for (let ordinal = 0; ordinal < column.cardinality; ordinal++) {
      met.add(termKey(column.term(ordinal)));
    }
    if (met.size >= limit) return false;
  }
  return true;
}
