/** What a search of one shard gives: plain data, structured-cloneable. Documents are numbered across segments. */
import type { ColumnMaking, SegmentReader } from '../index/segment_reader.js';
import type { GeoPoint } from './geo/distance.js';
import type { NestedDocs } from './join/nested_values.js';

/** `value` never exceeds the threshold asked for; counts of several shards are added, then held to the threshold again. */
export interface TotalHits {
  readonly value: number;
  /** `gte`: there are more hits than the threshold, which is the value. */
  readonly relation: 'eq' | 'gte';
}

/** How a search ended, whatever its order. */
interface SearchOutcome {
  readonly total: TotalHits;
  /** `terminateAfter` stopped the search before its end. */
  readonly terminatedEarly: boolean;
  /** The time was over before the end: there may be more hits, and better ones. */
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

/** A sort value as it is compared: numbers, exact longs, term bytes, or `null` for a missing value. */
export type SortValue = number | bigint | Uint8Array | null;

export interface FieldDoc extends ScoreDoc {
  readonly sort: readonly SortValue[];
}

export interface TopFieldDocs extends SearchOutcome {
  readonly hits: readonly FieldDoc[];
  /** NaN when scores were not asked for. */
  readonly maxScore: number;
}

/** What documents are grouped by: a term as text, a number, or `null` for documents without a value. */
export type GroupKey = string | number | bigint | null;

export interface GroupDoc extends FieldDoc {
  readonly group: GroupKey;
}

/** The best document of each of the best groups; totals are those of all documents. */
export interface TopGroups extends SearchOutcome {
  readonly hits: readonly GroupDoc[];
  readonly maxScore: number;
}

/** A value of a column as another number; greater ones never become less. */
export type NumberCast = (value: number | bigint) => number | bigint;

export type SortMode = 'min' | 'max' | 'sum' | 'avg' | 'median';

/** Values are taken from the documents nested in the one that is sorted. */
interface FromNested {
  readonly nested?: NestedDocs | undefined;
}

export type SortField =
  /** Highest first; `reverse`: lowest first. */
  | { readonly kind: 'score'; readonly reverse: boolean }
  /** `base`: what the first document of all is given as; absent: 0. */
  | { readonly kind: 'doc'; readonly reverse: boolean; readonly base?: number }
  | (FromNested & {
      /** Numbers and dates. `integral`: values are exact 64-bit integers; `unsigned`: from 0 to 2^64 - 1. */
      readonly kind: 'number';
      readonly field: string;
      readonly integral: boolean;
      readonly unsigned?: boolean;
      /** true: descending. */
      readonly reverse: boolean;
      readonly mode: SortMode;
      /** Value of documents without the field; `first`/`last` put them at that end whatever the order. */
      readonly missing: 'first' | 'last' | number | bigint;
      /** What a value is compared as and given as; absent: itself. */
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
      /** A number computed for each document. */
      readonly kind: 'computed_number';
      readonly reverse: boolean;
      /** Whether the score has to be known. */
      readonly needsScore: boolean;
      readonly segment: (segment: SegmentReader) => (doc: number, score: number) => number;
    }
  | {
      /** A text computed for each document, compared by its bytes. */
      readonly kind: 'computed_text';
      readonly reverse: boolean;
      readonly needsScore: boolean;
      readonly segment: (segment: SegmentReader) => (doc: number, score: number) => string;
    }
  | (FromNested & {
      /** Keyword, ip, boolean terms: by bytes. */
      readonly kind: 'ordinal';
      readonly field: string;
      readonly reverse: boolean;
      readonly mode: 'min' | 'max';
      readonly missing: 'first' | 'last' | Uint8Array;
      /** Of a field without a column: of which of its terms one is made. */
      readonly uninverting?: ColumnMaking | undefined;
    });
