/** Documents that values are taken from instead of their own. */
import type { SegmentReader } from '../../index/segment_reader.js';

export interface NestedDocs {
  /** `null`: no document of the segment has any. */
  segment(reader: SegmentReader): NestedDocsOf | null;
}

/** Of one segment. Asked for ascending documents. */
export interface NestedDocsOf {
  /** Calls back for each, ascending. */
  visit(doc: number, each: (nested: number) => void): void;
}
