/** The options of a search of one shard. */
import type { SegmentReader } from '../index/segment_reader.js';
import type { GroupKey, SortField, SortValue } from './results.js';

export interface SearchOptions {
  readonly size: number;
  /**
   * Count exactly up to this many hits; `Infinity`: always, 0: never (`total` is then a lower
   * bound).
   */
  readonly totalHitsThreshold: number;
  /** Documents with a lower score are neither returned nor counted. */
  readonly minScore?: number | undefined;
  /** Stop collecting in this shard after this many documents. */
  readonly terminateAfter?: number | undefined;
}

export interface TopDocsOptions extends SearchOptions {
  /** Only hits after this one: lower score, or the same score and a greater document number. */
  readonly after?: { readonly score: number; readonly doc: number } | undefined;
}

export interface TopFieldDocsOptions extends SearchOptions {
  readonly sort: readonly SortField[];
  /**
   * Only hits whose sort values come strictly after these; one value per sort key, `null` stands
   * for a missing value.
   */
  readonly after?: readonly SortValue[] | undefined;
  /** True if hits have scores and `maxScore` is computed (over all matches, as in OpenSearch). */
  readonly trackScores: boolean;
}

/**
 * Opens one segment; documents come in ascending order. `null`: the document belongs to the group
 * without a value.
 */
export type GroupOf = (segment: SegmentReader) => (doc: number) => GroupKey;

export interface TopGroupsOptions extends TopFieldDocsOptions {
  readonly groupOf: GroupOf;
}
