/** The documents of a range of consecutive terms of one field in one segment. */
import { checkWanted } from '@skein/base';
import type { SegmentReader } from '../../index/segment_reader.js';
import { insertionPoint } from '../columns/column_terms.js';
import { docsOfOrdinalRange } from '../columns/ordinal_docs.js';
import type { DocSet } from '../doc_set_weight.js';
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
      const ordinals = ordinalsBetween(from, to);
      return termUnion({ terms, column, maxDoc: segment.maxDoc }, ordinals);
    }
  }
  return column === undefined ? null : docsByColumn(segment, field, span);
}

/** Ordinals listed between two calls of `checkWanted`; a power of two. */
const CHECK_INTERVAL = 4096;

function ordinalsBetween(from: number, to: number): Uint32Array {
  // The set of documents remembers them, and may be asked again by a later search.
  const ordinals = new Uint32Array(to - from);
  for (let i = 0; i < ordinals.length; i++) {
    if ((i & (CHECK_INTERVAL - 1)) === 0) checkWanted();
    ordinals[i] = from + i;
  }
  return ordinals;
}

function docsByColumn(segment: SegmentReader, field: string, span: TermSpan): DocSet | null {
  const column = segment.ordinals(field);
  if (column === undefined) return null;
  const { lower, upper } = span;
  const from = lower === undefined ? 0 : insertionPoint(column, lower);
  const to = upper === undefined ? column.cardinality : insertionPoint(column, upper);
  return docsOfOrdinalRange(column, from, to, segment.maxDoc);
}
