/**
 * Query -> Weight -> Scorer, as in Lucene. A `Query` is frozen data that knows nothing of an index. A `Weight` is a query
 * bound to a searcher's statistics. A `Scorer` walks the matching documents of one segment.
 */
import type { DocIterator, SegmentReader } from '../index/segment_reader.js';
import type { IndexSearcher } from './index_searcher.js';

export interface Query {
  /** For messages, profiles and explanations, in Lucene's notation: `title:fox`, `+a -b`. */
  toString(): string;
  /** A simpler equivalent query, or itself. Multi-term queries become their terms here. */
  rewrite(searcher: IndexSearcher): Query;
  /** `boost` is the product of the boosts around this query. `needsScores: false` allows cheaper scorers. */
  createWeight(searcher: IndexSearcher, needsScores: boolean, boost: number): Weight;
}

export interface Weight {
  /** `null` when nothing in the segment can match. Deleted documents are NOT left out: the searcher does that. */
  scorer(segment: SegmentReader): Scorer | null;
  /** Exact number of live matches when that is known without walking (term on a segment without deletes …), else -1. */
  count(segment: SegmentReader): number;
}

export interface Scorer extends DocIterator {
  /** Score of the current document, float32 (`Math.fround`). Only after `matches()` for two-phase scorers. */
  score(): number;
  /** Two-phase: an expensive check of the current document (phrases). Absent: every document of the iterator matches. */
  matches?(): boolean;
  /** Upper bound of `score()` for documents in [docId(), upTo]; `Infinity` when unknown. */
  maxScore?(upTo: number): number;
}
