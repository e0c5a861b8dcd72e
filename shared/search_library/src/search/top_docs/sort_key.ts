/**
 * One key of a sort. It reads the value of the current document (the candidate) and compares it
 * with values kept in numbered slots. A comparison is negative when the left side comes first,
 * including the key's direction.
 */
import type { SegmentReader } from '../../index/segment_reader.js';
import type { SortValue } from '../results.js';
import type { Selection } from '../selection.js';
import type { KeyFilter } from './key_filter.js';

export interface SortKey {
  segment(reader: SegmentReader, docBase: number): void;
  /** Makes `doc` the candidate. `score` is meaningful when the sort needs scores. */
  load(doc: number, score: number): void;
  compareCandidate(slot: number): number;
  /** Compares the candidate with the value to search after. */
  compareAfter(): number;
  store(slot: number): void;
  compareSlots(a: number, b: number): number;
  value(slot: number): SortValue;
  /**
   * Returns the filter of the first key after `segment`, if about `matches` documents will come.
   * Absent or `undefined`: the key cannot filter many documents of this segment at once.
   */
  readonly filter?: (matches: number) => KeyFilter | undefined;
}

export interface SortKeyOptions {
  readonly slots: number;
  /** `undefined`: `compareAfter` is not called. */
  readonly after: SortValue | undefined;
  /** Known bounds of the documents, if any. */
  readonly selection: Selection | undefined;
  /** True if the sort has no other key. */
  readonly isOnlyKey: boolean;
}
