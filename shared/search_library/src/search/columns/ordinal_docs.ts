/** The documents of terms in an ordinal column, found without postings. */
import { NO_MORE_DOCS, type OrdinalColumn } from '../../index/segment_reader.js';
import { takeMemory } from '../../memory/request_memory.js';
import type { DocSet } from '../doc_set_weight.js';
import { FilteredDocs } from '../iterators/filtered_docs.js';
import { slotDocs } from './slot_docs.js';
import { keepWanted, markWanted, type OrdinalSlots } from './wanted_slots.js';
import { WindowDocs } from './window_docs.js';

/** The documents with an ordinal in [from, to). Returns `null` for an empty range. */
export function docsOfOrdinalRange(
  column: OrdinalColumn,
  from: number,
  to: number,
  maxDoc: number,
): DocSet | null {
  if (from >= to) return null;
  const { slots } = column;
  if (slots !== undefined) return slotDocs(slots, { low: from + 1, high: to }, maxDoc);
  const scan = (start: number, maxDoc: number): number => {
    for (let doc = start; doc < maxDoc; doc++) {
      const count = column.valueCount(doc);
      for (let i = 0; i < count; i++) {
        const ordinal = column.ordinal(doc, i);
        if (ordinal >= to) break;
        if (ordinal >= from) return doc;
      }
    }
    return NO_MORE_DOCS;
  };
  return { cost: maxDoc, docs: () => new FilteredDocs(scan, maxDoc) };
}

/** The documents with any of these ordinals, which ascend. Returns `null` if there are none. */
export function docsOfOrdinals(
  column: OrdinalColumn,
  ordinals: ArrayLike<number>,
  maxDoc: number,
): DocSet | null {
  const { length } = ordinals;
  if (length === 0) return null;
  const first = ordinals[0];
  const last = ordinals[length - 1];
  if (last - first + 1 === length) return docsOfOrdinalRange(column, first, last + 1, maxDoc);
  takeMemory(column.cardinality + 1, '<terms>');
  const wanted = new Uint8Array(column.cardinality + 1);
  for (let i = 0; i < length; i++) wanted[ordinals[i] + 1] = 1;
  const { slots } = column;
  return slots === undefined
    ? docsOfValues(column, wanted, maxDoc)
    : docsOfSlots(slots, wanted, maxDoc);
}

function docsOfSlots(slots: OrdinalSlots, wanted: Uint8Array, maxDoc: number): DocSet {
  return {
    cost: maxDoc,
    docs: () =>
      new WindowDocs((window) => {
        window.words.fill(0);
        markWanted(slots, wanted, window);
        return true;
      }, maxDoc),
    filter: {
      has: (doc) => wanted[slots[doc]] === 1,
      keep: (docs, count) => keepWanted(slots, wanted, docs, count),
    },
  };
}

function docsOfValues(column: OrdinalColumn, wanted: Uint8Array, maxDoc: number): DocSet {
  const scan = (start: number, maxDoc: number): number => {
    for (let doc = start; doc < maxDoc; doc++) {
      const count = column.valueCount(doc);
      for (let i = 0; i < count; i++) if (wanted[column.ordinal(doc, i) + 1] === 1) return doc;
    }
    return NO_MORE_DOCS;
  };
  return { cost: maxDoc, docs: () => new FilteredDocs(scan, maxDoc) };
}
