/** What a search of one shard gives: plain data, structured-cloneable. Documents are numbered across segments. */

export interface TotalHits {
  readonly value: number;
  /** `gte`: counting stopped at the threshold. */
  readonly relation: 'eq' | 'gte';
}

export interface ScoreDoc {
  readonly doc: number;
  readonly score: number;
}

export interface TopDocs {
  readonly total: TotalHits;
  readonly hits: readonly ScoreDoc[];
  /** NaN when nothing matched. */
  readonly maxScore: number;
}

/** A sort value as it is compared: numbers, exact longs, term bytes, or `null` for a missing value. */
export type SortValue = number | bigint | Uint8Array | null;

export interface FieldDoc extends ScoreDoc {
  readonly sort: readonly SortValue[];
}

export interface TopFieldDocs {
  readonly total: TotalHits;
  readonly hits: readonly FieldDoc[];
  /** NaN when scores were not asked for. */
  readonly maxScore: number;
}

export type SortMode = 'min' | 'max' | 'sum' | 'avg' | 'median';

export type SortField =
  | { readonly kind: 'score'; readonly reverse: boolean }
  | { readonly kind: 'doc'; readonly reverse: boolean }
  | {
      /** Numbers and dates. `integral`: values are exact 64-bit integers. */
      readonly kind: 'number';
      readonly field: string;
      readonly integral: boolean;
      /** true: descending. */
      readonly reverse: boolean;
      readonly mode: SortMode;
      /** Value of documents without the field; `first`/`last` put them at that end whatever the order. */
      readonly missing: 'first' | 'last' | number | bigint;
    }
  | {
      /** Keyword, ip, boolean terms: by bytes. */
      readonly kind: 'ordinal';
      readonly field: string;
      readonly reverse: boolean;
      readonly mode: 'min' | 'max';
      readonly missing: 'first' | 'last' | Uint8Array;
    };
