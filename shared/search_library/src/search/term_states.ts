/**
 * The ordinals of a term in each segment and its statistics over all of them, looked up once per
 * query.
 */
import type { SegmentReader } from '../index/segment_reader.js';
import type { IndexSearcher } from './index_searcher.js';
import type { TermStatistics } from './statistics.js';

export interface TermStates {
  readonly statistics: TermStatistics;
  /** Ordinal of the term in the segments that have it. */
  readonly ordinals: ReadonlyMap<SegmentReader, number>;
}

export function lookUpTerm(searcher: IndexSearcher, field: string, term: Uint8Array): TermStates {
  const ordinals = new Map<SegmentReader, number>();
  let docFreq = 0;
  let totalTermFreq = 0;
  for (const segment of searcher.segments) {
    const terms = segment.terms(field);
    const ordinal = terms?.find(term) ?? -1;
    if (terms === undefined || ordinal < 0) continue;
    ordinals.set(segment, ordinal);
    docFreq += terms.docFreq(ordinal);
    totalTermFreq += terms.totalTermFreq(ordinal);
  }
  const own = { docFreq, totalTermFreq };
  return { statistics: searcher.statistics?.term(field, term, own) ?? own, ordinals };
}
