/**
 * Receives every live match of a query, segment by segment, in document order. Aggregations are
 * built on it.
 */
import type { SegmentReader } from '../index/segment_reader.js';
import type { Scorer } from './scorer.js';

export interface Collector {
  /** True if `scorer.score()` will be called; false lets queries skip the work. */
  readonly needsScores: boolean;
  /**
   * Called before the first document of a segment; `docBase + doc` is the document's number in the
   * searcher.
   */
  segment(reader: SegmentReader, docBase: number): (doc: number, scorer: Scorer) => void;
}

/** Like `Collector`, but with many matches per call and without scores. */
export interface DocsCollector {
  /**
   * True if the collector wants matches of a segment; called before they are computed. Absent: of
   * every segment.
   */
  wants?(reader: SegmentReader, docBase: number): boolean;
  /**
   * The first wanted document from `doc` on in the current segment, `NO_MORE_DOCS`: none. The
   * collector may still receive others. Absent: it wants all.
   */
  next?: ((doc: number) => number) | undefined;
  /**
   * Called before the first document of a segment. The returned function receives live matches,
   * ascending, in an array it may overwrite.
   */
  segment(reader: SegmentReader, docBase: number): (docs: Uint32Array, count: number) => void;
}
