/** Nested documents whose values replace those of their parents. */
import type { SegmentReader } from '../../index/segment_reader.js';

export interface NestedDocs {
  /** `null`: no document of the segment has nested documents. */
  segment(reader: SegmentReader): NestedDocsOf | null;
}

/** The nested documents of one segment, requested for ascending documents. */
export interface NestedDocsOf {
  /** Calls `each` for every nested document, ascending. */
  visit(doc: number, each: (nested: number) => void): void;
}
