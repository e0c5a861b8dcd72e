/** The order in which an index keeps the documents of each segment. Plain data: it travels with merges and is written to segments. */
import { PRIMARY_TERM_FIELD } from '../document/indexable_document.js';

interface IndexSortKey {
  readonly field: string;
  /** true: descending. */
  readonly reverse: boolean;
  /** Which of a document's values counts. */
  readonly mode: 'min' | 'max';
  /** Where documents without a value stand, whatever the direction. */
  readonly missing: 'first' | 'last';
}

export interface NumberIndexSort extends IndexSortKey {
  readonly kind: 'number';
  readonly integral: boolean;
  readonly unsigned: boolean;
}

export interface OrdinalIndexSort extends IndexSortKey {
  readonly kind: 'ordinal';
}

export type IndexSortField = NumberIndexSort | OrdinalIndexSort;

/** First key first; empty: documents stay in the order they came in. Documents equal in all keys do so too. */
export type IndexSort = readonly IndexSortField[];

export const UNSORTED: IndexSort = [];

interface OwnColumns {
  numbers(field: string): { has(doc: number): boolean } | undefined;
}

/** Tells the last document of each block, which the block is ordered by, from those nested in it. */
export function blockEnds(segment: OwnColumns): (doc: number) => boolean {
  const primaryTerms = segment.numbers(PRIMARY_TERM_FIELD);
  return (doc) => primaryTerms?.has(doc) === true;
}
