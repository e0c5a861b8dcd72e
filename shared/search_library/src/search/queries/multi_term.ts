/**
 * Queries that stand for many terms of one field, with the interface that rewriting, spans and
 * intervals need.
 */

import { compareBytes } from '@skein/bytes';
import type { SegmentReader } from '../../index/segment_reader.js';
import { takeMemory } from '../../memory/request_memory.js';
import type { IndexSearcher } from '../index_searcher.js';
import type { Query } from '../query.js';
import type { SegmentTerms } from './accepted_terms.js';

interface AcceptedTerm {
  readonly ordinal: number;
  /** The fit of the term; 1 is perfect. */
  readonly boost: number;
}

export interface MultiTermQuery extends Query {
  readonly field: string;
  /** The terms of one segment that the query stands for, in term order. */
  accepted(searcher: IndexSearcher, place: SegmentTerms): readonly AcceptedTerm[];
  /** True if the query stands for the term. */
  accepts(term: Uint8Array): boolean;
}

/** Approximate measured bytes of a term that a pattern stands for. */
const ACCEPTED_BYTES = 48;

export function isMultiTerm(query: Query): query is MultiTermQuery {
  return 'accepted' in query;
}

export interface ExpandedTerm {
  readonly term: Uint8Array;
  readonly boost: number;
}

/**
 * The distinct terms of all segments in term order. From each segment, only the `most` best are
 * taken, which is enough to tell the best of all, or that there are too many.
 */
export function expandTerms(
  query: MultiTermQuery,
  searcher: IndexSearcher,
  most = Number.POSITIVE_INFINITY,
): ExpandedTerm[] {
  const found = new Map<string, ExpandedTerm>();
  for (const segment of searcher.segments) {
    const terms = segment.terms(query.field);
    if (terms === undefined) continue;
    const accepted = shownOf(query.accepted(searcher, { segment, terms }), query.field, segment);
    takeMemory(accepted.length * ACCEPTED_BYTES, '<expanded_terms>');
    for (const { ordinal, boost } of bestFits(accepted, most)) {
      const term = terms.term(ordinal);
      found.set(String(term), { term, boost });
    }
  }
  return [...found.values()].sort((a, b) => compareBytes(a.term, b.term));
}

function shownOf(
  accepted: readonly AcceptedTerm[],
  field: string,
  segment: SegmentReader,
): readonly AcceptedTerm[] {
  if (segment.showsTerm === undefined) return accepted;
  return accepted.filter(({ ordinal }) => segment.showsTerm?.(field, ordinal));
}

/** The best fits; of equal ones, the first in term order. */
function bestFits(accepted: readonly AcceptedTerm[], most: number): readonly AcceptedTerm[] {
  if (accepted.length <= most) return accepted;
  return [...accepted].sort((a, b) => b.boost - a.boost).slice(0, most);
}

/** The `size` best terms, in term order; of equal fits, the first in term order. */
export function bestTerms(terms: readonly ExpandedTerm[], size: number): readonly ExpandedTerm[] {
  if (terms.length <= size) return terms;
  const best = [...terms].sort((a, b) => b.boost - a.boost).slice(0, size);
  return best.sort((a, b) => compareBytes(a.term, b.term));
}
