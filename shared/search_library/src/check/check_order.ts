/** Checks that the documents of a segment are in order. */
import { blockEnds, type IndexSort } from '../index/index_sort.js';
import type { SegmentReader } from '../index/segment_reader.js';
import { sortKey } from '../search/top_docs/sort_keys.js';

export function checkOrder(
  segment: SegmentReader,
  sort: IndexSort,
  report: (problem: string) => void,
): void {
  if (sort.length === 0) return;
  const options = { slots: 2, after: undefined, selection: undefined, isOnlyKey: false };
  const keys = sort.map((field) => sortKey(field, options));
  for (const key of keys) key.segment(segment, 0);
  const endsBlock = blockEnds(segment);
  let slot = -1;
  for (let doc = 0; doc < segment.maxDoc; doc++) {
    if (!endsBlock(doc)) continue;
    const before = slot;
    slot = before === 0 ? 1 : 0;
    for (const key of keys) {
      key.load(doc, Number.NaN);
      key.store(slot);
    }
    if (before < 0) continue;
    const order = keys.map((key) => key.compareSlots(before, slot)).find((each) => each !== 0);
    if (order !== undefined && order > 0) {
      report(`document [${doc}] comes before the one ahead of it in the order of the index`);
    }
  }
}
