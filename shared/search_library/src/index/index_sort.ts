/**
 * The order in which an index keeps the documents of each segment. Plain data: it is passed to
 * merges and written to segments.
 */
import { PRIMARY_TERM_FIELD } from '../document/indexable_document.js';

interface IndexSortKey {
  readonly field: string;
  /** True for descending order. */
  readonly reverse: boolean;
  /** Selects the value of a document with several. */
  readonly mode: 'min' | 'max';
  /** Position of documents without a value, in either direction. */
  readonly missing: 'first' | 'last';
}

interface NumberIndexSort extends IndexSortKey {
  readonly kind: 'number';
  readonly integral: boolean;
  readonly unsigned: boolean;
}

interface OrdinalIndexSort extends IndexSortKey {
  readonly kind: 'ordinal';
}

export type IndexSortField = NumberIndexSort | OrdinalIndexSort;

/**
 * The sort keys, most significant first. If empty, documents stay in insertion order; so do
 * documents that are equal in all keys.
 */
export type IndexSort = readonly IndexSortField[];

export const UNSORTED: IndexSort = [];

interface OwnColumns {
  numbers(field: string): { has(doc: number): boolean } | undefined;
}

/**
 * Distinguishes the last document of each block, by which the block is sorted, from those nested in
 * it.
 */
export function blockEnds(segment: OwnColumns): (doc: number) => boolean {
  const primaryTerms = segment.numbers(PRIMARY_TERM_FIELD);
  return (doc) => primaryTerms?.has(doc) === true;
}
