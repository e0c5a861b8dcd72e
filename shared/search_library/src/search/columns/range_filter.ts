/** A filter for documents whose stored numbers lie in a range. */
import type { NumberSlots } from '../../index/segment_reader.js';
import type { DocFilter } from './doc_filter.js';
import { hasValue, keepInRange, type SlotRange } from './slot_range.js';

export function slotFilter(slots: NumberSlots, range: SlotRange): DocFilter {
  const { raw, presence } = slots;
  const { low, high } = range;
  return {
    has: (doc) => raw[doc] >= low && raw[doc] <= high && hasValue(presence, doc),
    keep: (docs, count) => keepInRange(slots, range, docs, count),
  };
}
