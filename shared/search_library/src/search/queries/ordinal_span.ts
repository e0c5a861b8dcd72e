/** The documents of a range of consecutive terms of one field in one segment. */
import { NO_MORE_DOCS, type SegmentReader } from '../../index/segment_reader.js';
import { slotDocs } from '../columns/slot_docs.js';
import type { DocSet } from '../doc_set_weight.js';
import { FilteredDocs } from '../iterators/filtered_docs.js';
import { termUnion } from '../iterators/term_union.js';

/** The terms t with lower <= t < upper; `undefined` leaves the side open. */
export interface TermSpan {
  readonly lower: Uint8Array | undefined;
  readonly upper: Uint8Array | undefined;
}

/** For more terms than this, scanning the ordinal column is cheaper. */
const MAX_TERMS_BY_POSTINGS = 256;

export function docsOfSpan(segment: SegmentReader, field: string, span: TermSpan): DocSet | null {
  const terms = segment.terms(field);
  const column = segment.ordinals(field);
  if (terms !== undefined) {
    const from = span.lower === undefined ? 0 : terms.ceiling(span.lower);
    const to = span.upper === undefined ? terms.size : terms.ceiling(span.upper);
    if (from >= to) return null;
    if (column === undefined || to - from <= MAX_TERMS_BY_POSTINGS) {
      const ordinals = Array.from({ length: to - from }, (_, i) => from + i);
      return termUnion({ terms, column, maxDoc: segment.maxDoc }, ordinals);
    }
  }
  return column === undefined ? null : docsByColumn(segment, field, span);
}

function docsByColumn(segment: SegmentReader, field: string, span: TermSpan): DocSet | null {
  const column = segment.ordinals(field);
  if (column === undefined) return null;
  const insertion = (term: Uint8Array): number => {
    const found = column.find(term);
    return found < 0 ? -found - 1 : found;
  };
  const from = span.lower === undefined ? 0 : insertion(span.lower);
  const to = span.upper === undefined ? column.cardinality : insertion(span.upper);
  if (from >= to) return null;
  const { maxDoc } = segment;
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
