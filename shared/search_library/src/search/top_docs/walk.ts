/** Walks the live matches of a query through all segments: the one loop under every kind of search. */
import { NO_MORE_DOCS, type SegmentReader } from '../../index/segment_reader.js';
import type { IndexSearcher } from '../index_searcher.js';
import { hasBit } from '../iterators/bit_set.js';
import type { Weight } from '../query.js';
import type { Scorer } from '../scorer.js';
import type { ScoreBatch } from '../scorers/score_batch.js';

/** Documents between two calls of `checkCancelled`; a power of two. */
const CHECK_INTERVAL = 1024;

export interface Visitor {
  /** Before the first document of a segment; it may set the scorer's minimum score. */
  segment(reader: SegmentReader, docBase: number, scorer: Scorer): void;
  /** In the place of all else: does the work of a segment by a kernel. false: it cannot, the scorer is to be walked. */
  byKernel?(reader: SegmentReader, docBase: number, weight: Weight): boolean;
  /** The scorer stands on the document, which matches and is live. false ends the walk. */
  document(doc: number): boolean;
  /** In the place of `document`: scored matches of which those in `live` count (all when `null`). false ends the walk. */
  batch?(batch: ScoreBatch, live: Uint32Array | null): boolean;
}

/** false when the visitor ended it. */
export function walk(searcher: IndexSearcher, weight: Weight, visitor: Visitor): boolean {
  for (let i = 0; i < searcher.segments.length; i++) {
    searcher.checkCancelled();
    const segment = searcher.segments[i] as SegmentReader;
    if (visitor.byKernel?.(segment, searcher.docBases[i] as number, weight)) continue;
    const scorer = weight.scorerSupplier(segment)?.get(Number.POSITIVE_INFINITY);
    if (scorer === undefined) continue;
    visitor.segment(segment, searcher.docBases[i] as number, scorer);
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

/** Visits the live matches of one segment; false when the visitor ended it. */
export function walkSegment(
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
