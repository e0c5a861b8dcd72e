/** A sort key with the values of nested documents. */
import type { SegmentReader } from '../../index/segment_reader.js';
import { JoinedReader } from '../join/joined_reader.js';
import type { NestedDocs } from '../join/nested_values.js';
import type { SortKey } from './sort_key.js';

/** Used when no document of the segment has matching nested documents. */
const NONE = { visit: () => undefined };

export function nestedKey(key: SortKey, nested: NestedDocs): SortKey {
  return {
    segment(reader: SegmentReader, docBase: number) {
      key.segment(new JoinedReader(reader, nested.segment(reader) ?? NONE), docBase);
    },
    load: (doc, score) => key.load(doc, score),
    compareCandidate: (slot) => key.compareCandidate(slot),
    compareAfter: () => key.compareAfter(),
    store: (slot) => key.store(slot),
    compareSlots: (a, b) => key.compareSlots(a, b),
    value: (slot) => key.value(slot),
  };
}
