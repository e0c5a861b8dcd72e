/**
 * The kind of a field's values, for code that reads them by document: sorts, scripts, aggregations,
 * decays. They depend on this and never on the type's name, so that a new type of a known kind
 * works with all of them.
 */

import type { ColumnMaking } from '@skein/search_library';

/**
 * The visible width of numbers: in substitutes for missing ones, and in the types of scripts and
 * aggregations.
 */
export type NumberWidth = 'int' | 'long' | 'unsigned_long' | 'double';

export interface NumberValues {
  readonly kind: 'number';
  readonly width: NumberWidth;
  /** The value of one step of the column; 1 unless values are scaled. */
  readonly step: number;
  /**
   * For pre-aggregated numbers: the column of each metric. The field's own column is that of the
   * default one.
   */
  readonly metrics?: (metric: Metric) => string | undefined;
}

/** A metric of numbers that one value represents. */
export type Metric = 'min' | 'max' | 'sum' | 'value_count';

export interface InstantValues {
  readonly kind: 'instant';
  /** Column steps per millisecond since the epoch. */
  readonly perMs: 1 | 1_000_000;
  /** The display format. */
  readonly pattern: string;
}

interface ConstantValues {
  readonly kind: 'constant';
  /** The single term of all documents of the index. */
  readonly term: (indexName: string) => string;
}

interface RangeBoundsOfTerm {
  readonly lower: number;
  readonly upper: number;
}

export interface RangeValues {
  readonly kind: 'range';
  /** The inclusive bounds of an indexed term. Absent if they are not numbers. */
  readonly boundsOf?: (term: Uint8Array) => RangeBoundsOfTerm;
  /** For ranges of instants, in milliseconds since the epoch: the display format. */
  readonly pattern?: string;
}

/** Text. */
export interface TermValues {
  readonly kind: 'term';
  /** For words without a column: the terms from which one is built in memory. */
  readonly uninverting?: ColumnMaking;
  /**
   * For terms that count as often as a document contains them: the column of counts, see
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
  /** Values with counts: see `histogram_term.ts`. */
  | { readonly kind: 'distribution' }
  /** 16 bytes of an IP address. */
  | { readonly kind: 'address' }
  /** Terms of `version_order.ts`. */
  | { readonly kind: 'version' }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'point' }
  | { readonly kind: 'shape' }
  /** Shapes or only points on a plane with float coordinates. */
  | { readonly kind: 'plane'; readonly isPoint: boolean }
  /** Values that cannot be read by document. */
  | { readonly kind: 'none' };

export const WHOLE_NUMBERS: NumberValues = { kind: 'number', width: 'long', step: 1 };

/** The width of numbers by which values sort; undefined if they are not numbers. */
export function numberWidth(values: ValueKind): NumberWidth | undefined {
  if (values.kind === 'number') return values.width;
  if (values.kind === 'truth') return 'int';
  return values.kind === 'instant' ? 'long' : undefined;
}

/** Undefined if values are read from a column, or not by document. */
export function uninvertingOf(values: ValueKind): ColumnMaking | undefined {
  return values.kind === 'term' ? values.uninverting : undefined;
}

/** True if a value has a start and an end, and so no text of its own. */
export function areSpans(values: ValueKind): boolean {
  return values.kind === 'range';
}

/**
 * The value of one step of a field's column, of instants in milliseconds; 1 if there is no field.
 */
export function stepOf(field: { readonly values: ValueKind } | undefined): number {
  if (field?.values.kind === 'instant') return 1 / field.values.perMs;
  return field?.values.kind === 'number' ? field.values.step : 1;
}

const WORDS: ReadonlySet<ValueKind['kind']> = new Set(['term', 'constant', 'bytes', 'none']);

/**
 * True if values are texts, which have prefixes: numbers, dates, addresses and points are matched
 * whole.
 */
export function areWords({ kind }: ValueKind): boolean {
  return WORDS.has(kind);
}
