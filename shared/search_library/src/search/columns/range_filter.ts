/** The documents of a column that lie in a range, as a test. */
import type { DocFilter } from './doc_filter.js';
import type { ColumnRange } from './range_windows.js';
import { hasValue, keepInRange } from './slot_range.js';

export function rangeFilter({ slots, range }: ColumnRange): DocFilter {
  const { raw, presence } = slots;
  const { low, high } = range;
  return {
    has: (doc) => raw[doc] >= low && raw[doc] <= high && hasValue(presence, doc),
    keep: (docs, count) => keepInRange(slots, range, docs, count),
  };
}
