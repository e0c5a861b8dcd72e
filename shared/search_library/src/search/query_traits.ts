/**
 * Properties of a query that follow from its form alone. Each query declares its own, in its own
 * file; a missing property means the worst case. Other code checks these properties and does not
 * compare kinds.
 */
import type { IndexSearcher } from './index_searcher.js';
import type { Mark } from './marks.js';
import type { Query } from './query.js';

export interface RequiredTerm {
  readonly field: string;
  readonly term: Uint8Array;
}

/** `undefined`: no such terms are known. Empty: the query matches nothing. */
export type RequiredTerms = readonly RequiredTerm[] | undefined;

export interface QueryTraits {
  /** True if it matches no document of any index. */
  readonly isNothing?: true;
  /** True if it matches every document. */
  readonly isEverything?: true;
  /** True if its matches are counted without iterating over them, when all of them count. */
  readonly isCountedAtOnce?: true;
  /** True if it changes the scores of its only child, and nothing else. */
  readonly onlyScores?: true;
  /**
   * True if its weights, apart from those of its children, hold only a few numbers: no documents,
   * automata or scripts.
   */
  readonly hasFewNumbers?: true;
  /**
   * True if it reads the terms or points of one field, as Lucene can tell. On a nested field it
   * then matches only nested documents.
   */
  readonly isByField?: true | undefined;
  /**
   * True if it may match a nested document. Absent: its field decides, and a query without a field
   * may.
   */
  mayMatchNested?(isInside: (field: string) => boolean): boolean;
  /** Terms of which a document must have at least one to match. Absent: none are known. */
  requiredTerms?(): RequiredTerms;
  /** The parts of a text that make it match. Absent: those of its children. */
  marks?(searcher: IndexSearcher): readonly Mark[];
}

export function isNothing(query: Query): boolean {
  return query.isNothing === true;
}

export function isCountedAtOnce(query: Query): boolean {
  return query.isCountedAtOnce === true;
}

/** True if its weights are small enough to be kept with a snapshot. */
export function hasSmallWeights({ hasFewNumbers, children = [] }: Query): boolean {
  return hasFewNumbers === true && children.every(hasSmallWeights);
}

/**
 * True if the query may match a nested document, or if that is unknown. `isInside` is true for
 * fields of nested objects.
 */
export function mayMatchNested(query: Query, isInside: (field: string) => boolean): boolean {
  if (query.mayMatchNested) return query.mayMatchNested(isInside);
  const field = 'field' in query ? query.field : undefined;
  return typeof field !== 'string' || isInside(field);
}
