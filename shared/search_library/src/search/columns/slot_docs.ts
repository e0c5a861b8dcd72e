/** The documents whose number in an array, one per document, lies in a range. */
import type { SlotArray } from '../../index/segment_reader.js';
import type { DocSet } from '../doc_set_weight.js';
import { slotFilter } from './range_filter.js';
import { markInRange, type SlotRange, type Window } from './slot_range.js';
import { WindowDocs } from './window_docs.js';

export function slotDocs(raw: SlotArray, range: SlotRange, maxDoc: number): DocSet {
  const slots = { raw, min: 0, gcd: 1, presence: null };
  const source = (window: Window): boolean => {
    window.words.fill(0);
    markInRange(slots, range, window);
    return true;
  };
  return {
    cost: maxDoc,
    docs: () => new WindowDocs(source, maxDoc),
    filter: slotFilter(slots, range),
  };
}
