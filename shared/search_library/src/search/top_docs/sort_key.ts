/**
 * One key of a sort. It reads the value of the document at hand (the candidate) and compares it with values kept in numbered slots.
 * Comparisons are negative when the left side comes first, the key's direction included.
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
  /** Candidate against the value to search after. */
  compareAfter(): number;
  store(slot: number): void;
  compareSlots(a: number, b: number): number;
  value(slot: number): SortValue;
  /** Asked of the first key after `segment`, where about `matches` documents will come. Absent, or `undefined`: it can tell nothing of many documents at once in this segment. */
  readonly filter?: (matches: number) => KeyFilter | undefined;
}

export interface SortKeyOptions {
  readonly slots: number;
  /** `undefined`: `compareAfter` is not called. */
  readonly after: SortValue | undefined;
  /** What is known of the documents that come, if anything. */
  readonly selection: Selection | undefined;
  /** The sort has no other key. */
  readonly isOnlyKey: boolean;
}
