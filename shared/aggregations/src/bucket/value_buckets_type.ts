/**
 * The interface of collectors with one bucket for each value. An owner is a bucket of the parent
 * aggregation: each owner has buckets of its own. Buckets are numbered over all owners.
 */
import type { SegmentReader } from '@skein/search_library';
import type { Children } from '../collect/children.js';
import type { DocBlock } from '../collect/doc_block.js';
import type { KnownMatches } from '../collect/known_matches.js';
import type { GroupedBuckets, Key, OwnerGroups } from './merge_buckets.js';

export interface ReadCounts {
  /** True if every document counts as 1, whatever its `_doc_count`. */
  readonly ignoresDocCount?: boolean;
}

export interface ValueBuckets {
  /** An exclusive upper bound of the bucket numbers. */
  readonly size: number;
  /** The number of buckets that have a document. */
  readonly met: number;
  /** True if a bucket is looked up in a table by the number of its value, and not by a hash. */
  readonly isTable: boolean;
  /** By bucket: its owner. */
  readonly owners: Uint32Array;
  /** By bucket: its number of documents, or the sum of their `_doc_count`. */
  readonly counts: Float64Array;
  /** Begins a segment; `collect` gets its documents next. */
  segment(reader: SegmentReader, how?: ReadCounts): void;
  /** Counts the documents of the block and passes them to the children, in their new buckets. */
  collect(block: DocBlock, children: Pick<Children, 'collectRows'>): void;
  /**
   * Counts the matches of a segment from the index, without reading documents, in buckets of owner
   * 0. Returns false if it has counted nothing. Absent if it never can.
   */
  countMatches?(matches: KnownMatches): boolean;
  /** True if the buckets that `grouped` returns are in the order of their keys. */
  readonly ascends?: boolean;
  /**
   * The buckets that have a document, by owner. If the method is absent or returns `undefined`, all
   * buckets have one, and `owners` has their owners.
   */
  grouped?(owners: OwnerGroups): GroupedBuckets | undefined;
  key(bucket: number): Key;
  compareKeys(a: number, b: number): number;
  /** For each owner: adds an empty bucket for every accepted value of the shard that has none. */
  addEveryValue(owners: Uint32Array): void;
}
