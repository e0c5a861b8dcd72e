/**
 * The result of searching one shard: plain data, structured-cloneable. Documents are numbered
 * across segments.
 */
import type { ColumnMaking, SegmentReader } from '../index/segment_reader.js';
import type { GeoPoint } from './geo/distance.js';
import type { NestedDocs } from './join/nested_values.js';

/**
 * `value` never exceeds the requested threshold. Counts of several shards are added, then limited
 * to the threshold again.
 */
export interface TotalHits {
  readonly value: number;
  /** `gte`: there are more hits than the threshold, which is the value. */
  readonly relation: 'eq' | 'gte';
}

/** The end of a search, whatever its order. */
interface SearchOutcome {
  readonly total: TotalHits;
  /** True if `terminateAfter` stopped the search before its end. */
  readonly terminatedEarly: boolean;
  /** True if the time was over before the end: there may be more and better hits. */
  readonly timedOut: boolean;
}

export interface ScoreDoc {
  readonly doc: number;
  readonly score: number;
}

export interface TopDocs extends SearchOutcome {
  readonly hits: readonly ScoreDoc[];
  /** NaN when nothing matched. */
  readonly maxScore: number;
}

/**
 * A sort value as it is compared: numbers, exact longs, term bytes, or `null` for a missing value.
 */
export type SortValue = number | bigint | Uint8Array | null;

export interface FieldDoc extends ScoreDoc {
  readonly sort: readonly SortValue[];
}

export interface TopFieldDocs extends SearchOutcome {
  readonly hits: readonly FieldDoc[];
  /** NaN when scores were not requested. */
  readonly maxScore: number;
}

/**
 * The key by which documents are grouped: a term as text, a number, or `null` for documents without
 * a value.
 */
export type GroupKey = string | number | bigint | null;

export interface GroupDoc extends FieldDoc {
  readonly group: GroupKey;
}

/** The best document of each of the best groups; the totals count all documents. */
export interface TopGroups extends SearchOutcome {
  readonly hits: readonly GroupDoc[];
  readonly maxScore: number;
}

/** Converts a column's value to another number; must be monotonic. */
export type NumberCast = (value: number | bigint) => number | bigint;

export type SortMode = 'min' | 'max' | 'sum' | 'avg' | 'median';

/** The values are taken from nested documents of the sorted document. */
interface FromNested {
  readonly nested?: NestedDocs | undefined;
}

export type SortField =
  /** Highest first; `reverse`: lowest first. */
  | { readonly kind: 'score'; readonly reverse: boolean }
  /** `base` is added to document numbers; absent: 0. */
  | { readonly kind: 'doc'; readonly reverse: boolean; readonly base?: number }
  | (FromNested & {
      /**
       * Numbers and dates. `integral`: the values are exact 64-bit integers; `unsigned`: from 0 to
       * 2^64 - 1.
       */
      readonly kind: 'number';
      readonly field: string;
      readonly integral: boolean;
      readonly unsigned?: boolean;
      /** True for descending order. */
      readonly reverse: boolean;
      readonly mode: SortMode;
      /** Value of documents without the field, or the end to which they go in either order. */
      readonly missing: 'first' | 'last' | number | bigint;
      /** Converts a value for comparison and output; absent: the value itself. */
      readonly cast?: NumberCast | undefined;
    })
  | (FromNested & {
      /** Distance of a geo field from the nearest, farthest, … of some points. */
      readonly kind: 'distance';
      readonly field: string;
      readonly reverse: boolean;
      readonly origins: readonly GeoPoint[];
      readonly metersPerUnit: number;
      readonly mode: SortMode;
      readonly plane: boolean;
    })
  | {
      /** A number that is computed for each document. */
      readonly kind: 'computed_number';
      readonly reverse: boolean;
      /** True if the computation uses the score. */
      readonly needsScore: boolean;
      readonly segment: (segment: SegmentReader) => (doc: number, score: number) => number;
    }
  | {
      /**
       * A text that is computed for each document, compared by its bytes. Documents with `null` are
       * last in either order.
       */
      readonly kind: 'computed_text';
      readonly reverse: boolean;
      readonly needsScore: boolean;
      readonly segment: (segment: SegmentReader) => (doc: number, score: number) => string | null;
    }
  | (FromNested & {
      /** Terms of keyword, ip and boolean fields, compared by bytes. */
      readonly kind: 'ordinal';
      readonly field: string;
      readonly reverse: boolean;
      readonly mode: 'min' | 'max';
      readonly missing: 'first' | 'last' | Uint8Array;
      /** For a field without a column: describes how to make one from its terms. */
      readonly uninverting?: ColumnMaking | undefined;
    });
