/** Receives every live match of a query, segment by segment, in document order: what aggregations are built on. */
import type { SegmentReader } from '../index/segment_reader.js';
import type { Scorer } from './scorer.js';

export interface Collector {
  /** Whether `scorer.score()` will be called; false lets queries skip the work. */
  readonly needsScores: boolean;
  /** Called before the first document of a segment; `docBase + doc` is the document's number in the searcher. */
  segment(reader: SegmentReader, docBase: number): (doc: number, scorer: Scorer) => void;
}

/** As `Collector`, many matches a call and without scores. */
export interface DocsCollector {
  /** Whether anything is wanted of a segment; asked before its matches are looked for. Absent: of every segment. */
  wants?(reader: SegmentReader, docBase: number): boolean;
  /** The first document from `doc` on that is wanted of the segment at hand, `NO_MORE_DOCS`: none. Others may come all the same. Absent: all are. */
  next?: ((doc: number) => number) | undefined;
  /** Called before the first document of a segment. What it returns gets live matches, ascending, in an array it may write to. */
  segment(reader: SegmentReader, docBase: number): (docs: Uint32Array, count: number) => void;
}
