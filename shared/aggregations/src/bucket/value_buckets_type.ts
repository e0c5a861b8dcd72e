/** The interface of buckets by value: one for each value of an owner's documents. */
import type { SegmentReader } from '@skein/search_library';
import type { Children } from '../collect/children.js';
import type { DocBlock } from '../collect/doc_block.js';
import type { KnownMatches } from '../collect/known_matches.js';
import type { GroupedBuckets, Key, OwnerGroups } from './merge_buckets.js';

export interface ReadCounts {
  /** True if every document counts as 1. */
  readonly ignoresDocCount?: boolean;
}

export interface ValueBuckets {
  /** An exclusive upper bound of the numbers of buckets. */
  readonly size: number;
  /** The number of buckets that have a document. */
  readonly met: number;
  /** True if buckets are found by an index in a table, and not by a hash. */
  readonly isTable: boolean;
  /** The owner of each bucket. */
  readonly owners: Uint32Array;
  readonly counts: Float64Array;
  segment(reader: SegmentReader, how?: ReadCounts): void;
  collect(block: DocBlock, children: Pick<Children, 'collectRows'>): void;
  /**
   * Counts the matches of a segment from the index, in buckets of owner 0. Returns false if it has
   * not. Absent if it never can.
   */
  countMatches?(matches: KnownMatches): boolean;
  /** True if the buckets of `grouped` are in the order of their keys. */
  readonly ascends?: boolean;
  /**
   * The buckets that have a document. If it is absent or returns `undefined`, all buckets have one,
   * and `owners` holds their owners.
   */
  grouped?(owners: OwnerGroups): GroupedBuckets | undefined;
  key(bucket: number): Key;
  compareKeys(a: number, b: number): number;
  /** Adds an empty bucket for every accepted value of the shard that has none yet, per owner. */
  addEveryValue(owners: Uint32Array): void;
}
