/** Iterates over the live matches of a query in all segments, for every kind of search. */
import { NO_MORE_DOCS, type SegmentReader } from '../../index/segment_reader.js';
import type { IndexSearcher } from '../index_searcher.js';
import { hasBit } from '../iterators/bit_set.js';
import type { Weight } from '../query.js';
import type { Scorer } from '../scorer.js';
import type { ScoreBatch } from '../scorers/score_batch.js';

/** Documents between two calls of `checkCancelled`; a power of two. */
const CHECK_INTERVAL = 1024;

export interface Visitor {
  /** Called before the first document of a segment; may set the scorer's minimum score. */
  segment(reader: SegmentReader, docBase: number, scorer: Scorer): void;
  /** Does the work of a whole segment with a kernel; false: the scorer must be used instead. */
  byKernel?(reader: SegmentReader, docBase: number, weight: Weight): boolean;
  /** Called when the scorer is on a matching live document. Returns false to end the search. */
  document(doc: number): boolean;
  /**
   * Used instead of `document`: takes scored matches, of which those in `live` count (all when
   * `null`). Returns false to end the search.
   */
  batch?(batch: ScoreBatch, live: Uint32Array | null): boolean;
}

/** The part of a segment's scorer that a visitor needs. */
export type VisitedScorer = Pick<Scorer, 'score' | 'setMinScore'>;

/** The scorer before the first segment, and of matches that are found without one. */
export const NO_SCORER: VisitedScorer = {
  score: () => Number.NaN,
  setMinScore() {
    // Nothing is skipped.
  },
};

/** Visits all segments; false when the visitor ended the search. */
export function walk(searcher: IndexSearcher, weight: Weight, visitor: Visitor): boolean {
  for (let i = 0; i < searcher.segments.length; i++) {
    searcher.checkCancelled();
    const segment = searcher.segments[i];
    if (visitor.byKernel?.(segment, searcher.docBases[i], weight)) continue;
    const scorer = weight.scorerSupplier(segment)?.get(Number.POSITIVE_INFINITY);
    if (scorer === undefined) continue;
    visitor.segment(segment, searcher.docBases[i], scorer);
    if (visitor.batch !== undefined && scorer.nextBatch !== undefined) {
      if (!walkBatches(searcher, segment.liveDocs, scorer, visitor)) return false;
      continue;
    }
    if (!walkSegment(searcher, segment.liveDocs, scorer, visitor)) return false;
  }
  return true;
}

function walkBatches(
  searcher: IndexSearcher,
  live: Uint32Array | null,
  scorer: Scorer,
  visitor: Visitor,
): boolean {
  for (let batch = scorer.nextBatch?.(); batch !== undefined; batch = scorer.nextBatch?.()) {
    searcher.checkCancelled();
    if (visitor.batch?.(batch, live) === false) return false;
  }
  return true;
}

/** Visits the live matches of one segment; false when the visitor ended the search. */
function walkSegment(
  searcher: IndexSearcher,
  live: Uint32Array | null,
  scorer: Scorer,
  visitor: Pick<Visitor, 'document'>,
): boolean {
  const { twoPhase } = scorer;
  let steps = 0;
  for (let doc = scorer.nextDoc(); doc !== NO_MORE_DOCS; doc = scorer.nextDoc()) {
    if ((++steps & (CHECK_INTERVAL - 1)) === 0) searcher.checkCancelled();
    if (live !== null && !hasBit(live, doc)) continue;
    if (twoPhase && !scorer.matches()) continue;
    if (!visitor.document(doc)) return false;
  }
  return true;
}
