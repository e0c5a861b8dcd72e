/** The terms of an ordinal column, for queries of fields without postings. */
import type { OrdinalColumn, SortedTerms } from '../../index/segment_reader.js';

export function columnTerms(column: OrdinalColumn): SortedTerms {
  return (
    column.terms ?? {
      size: column.cardinality,
      find: (term) => Math.max(column.find(term), -1),
      ceiling: (term) => insertionPoint(column, term),
      term: (ordinal) => column.term(ordinal),
    }
  );
}

/** Ordinal of the first term >= `term`; the cardinality when there is none. */
export function insertionPoint(column: OrdinalColumn, term: Uint8Array): number {
  const found = column.find(term);
  return found < 0 ? -found - 1 : found;
}
