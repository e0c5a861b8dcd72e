/**
 * What the values of a field mean to those who read them document by document: sorts, scripts,
 * aggregations, decays. They ask this and never the type's name, so that a new type of a known kind
 * works with all of them.
 */

import type { ColumnMaking } from '@skein/search_library';

/**
 * How wide numbers are where it shows: in what stands for a missing one, and in what scripts and
 * aggregations hold them in.
 */
export type NumberWidth = 'int' | 'long' | 'unsigned_long' | 'double';

export interface NumberValues {
  readonly kind: 'number';
  readonly width: NumberWidth;
  /** What one step of the column is worth; 1 unless values are kept scaled. */
  readonly step: number;
  /**
   * Of numbers that were summed up before they came: which column has which sum. Its own is that of
   * the default one.
   */
  readonly metrics?: (metric: Metric) => string | undefined;
}

/** What is known of many numbers that one value stands for. */
export type Metric = 'min' | 'max' | 'sum' | 'value_count';

export interface InstantValues {
  readonly kind: 'instant';
  /** Steps of the column in a millisecond since the epoch. */
  readonly perMs: 1 | 1_000_000;
  /** The format they are shown in. */
  readonly pattern: string;
}

export interface ConstantValues {
  readonly kind: 'constant';
  /** The one term all documents of the index have. */
  readonly term: (indexName: string) => string;
}

export interface RangeBoundsOfTerm {
  readonly lower: number;
  readonly upper: number;
}

export interface RangeValues {
  readonly kind: 'range';
  /** Both are in the range, of a term as it is indexed. Absent: they are no numbers. */
  readonly boundsOf?: (term: Uint8Array) => RangeBoundsOfTerm;
  /** Of ranges of instants, in milliseconds since the epoch: the format they are shown in. */
  readonly pattern?: string;
}

/** Text. */
export interface TermValues {
  readonly kind: 'term';
  /** Of words without a column: which of them one is made of, in memory. */
  readonly uninverting?: ColumnMaking;
  /**
   * Of terms that count as often as a document has them: the column of how often, see
   * `term_counts.ts`.
   */
  readonly counts?: string;
}

export type ValueKind =
  | NumberValues
  | InstantValues
  | ConstantValues
  | RangeValues
  /** 1 and 0 in the column. */
  | { readonly kind: 'truth' }
  | TermValues
  /** Values and how often each comes: see `histogram_term.ts`. */
  | { readonly kind: 'distribution' }
  /** 16 bytes of an IP address. */
  | { readonly kind: 'address' }
  /** Terms of `version_order.ts`. */
  | { readonly kind: 'version' }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'point' }
  | { readonly kind: 'shape' }
  /** Shapes on a plane of floats, or points alone. */
  | { readonly kind: 'plane'; readonly isPoint: boolean }
  /** Nothing that is read by document. */
  | { readonly kind: 'none' };

export const WHOLE_NUMBERS: NumberValues = { kind: 'number', width: 'long', step: 1 };

/** The numbers that values sort as; `undefined`: they are none. */
export function numberWidth(values: ValueKind): NumberWidth | undefined {
  if (values.kind === 'number') return values.width;
  if (values.kind === 'truth') return 'int';
  return values.kind === 'instant' ? 'long' : undefined;
}

/** `undefined`: its values are read from a column, or not by document. */
export function uninvertingOf(values: ValueKind): ColumnMaking | undefined {
  return values.kind === 'term' ? values.uninverting : undefined;
}

/** Whether a value has a beginning and an end, and so no text of its own. */
export function areSpans(values: ValueKind): boolean {
  return values.kind === 'range';
}

/** What one step of a field's column is worth; `undefined`: no field. */
export function stepOf(field: { readonly values: ValueKind } | undefined): number {
  return field?.values.kind === 'number' ? field.values.step : 1;
}

const WORDS: ReadonlySet<ValueKind['kind']> = new Set(['term', 'constant', 'bytes', 'none']);

/**
 * Whether values are texts, which have beginnings: numbers, dates, addresses and places are looked
 * for whole.
 */
export function areWords({ kind }: ValueKind): boolean {
  return WORDS.has(kind);
}
