/** What is kept of the values of documents: a bucket for each value an owner's documents have. */
import type { SegmentReader } from '@skein/search_library';
import type { Children } from '../collect/children.js';
import type { DocBlock } from '../collect/doc_block.js';
import type { KnownMatches } from '../collect/known_matches.js';
import type { GroupedBuckets, Key, OwnerGroups } from './merge_buckets.js';

export interface ReadCounts {
  /** Every document counts as 1. */
  readonly ignoresDocCount?: boolean;
}

export interface ValueBuckets {
  /** All buckets are below. */
  readonly size: number;
  /** Buckets that have a document. */
  readonly met: number;
  /** Buckets are found by their place in a table, not by a hash. */
  readonly isTable: boolean;
  /** By bucket. */
  readonly owners: Uint32Array;
  readonly counts: Float64Array;
  segment(reader: SegmentReader, how?: ReadCounts): void;
  collect(block: DocBlock, children: Pick<Children, 'collectRows'>): void;
  /**
   * Counts the matches of a segment by the index, into buckets of owner 0; whether it has. Absent:
   * it cannot.
   */
  countMatches?(matches: KnownMatches): boolean;
  /** Those of `grouped` are in the order of their keys. */
  readonly ascends?: boolean;
  /** Buckets that have a document. Absent or `undefined`: all have, and each knows its owner. */
  grouped?(owners: OwnerGroups): GroupedBuckets | undefined;
  key(bucket: number): Key;
  compareKeys(a: number, b: number): number;
  /** Buckets of no document for every value of the shard, accepted ones. */
  addEveryValue(owners: Uint32Array): void;
}
