/**
 * What can be told of a query from its form alone. Each query says it of itself, in its own file; one that says nothing is taken for the worst. Whoever has to know
 * asks here, and does not name kinds.
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
  /** It matches no document of any index. */
  readonly isNothing?: true;
  /** It matches every document. */
  readonly isEverything?: true;
  /** Its matches are counted without a walk through them, where all of them count. */
  readonly isCountedAtOnce?: true;
  /** It changes the scores of the one query inside, and nothing else. */
  readonly onlyScores?: true;
  /** Its weights, those of its children aside, are a few numbers: no documents, automata or scripts. */
  readonly hasFewNumbers?: true;
  /** It looks at the terms or points of one field, as Lucene can tell from it: of a nested field it finds nothing but nested documents. */
  readonly isByField?: true;
  /** Whether it may match a document that is an object of another. Absent: as its field says, and true without one. */
  mayMatchNested?(isInside: (field: string) => boolean): boolean;
  /** Terms of which a document must have at least one to match. Absent: none are known. */
  requiredTerms?(): RequiredTerms;
  /** What of a text makes it match. Absent: what makes the queries inside it match. */
  marks?(searcher: IndexSearcher): readonly Mark[];
}

export function isNothing(query: Query): boolean {
  return query.isNothing === true;
}

export function isCountedAtOnce(query: Query): boolean {
  return query.isCountedAtOnce === true;
}

/** What it is bound to at a point in time may be kept. */
export function hasSmallWeights({ hasFewNumbers, children = [] }: Query): boolean {
  return hasFewNumbers === true && children.every(hasSmallWeights);
}

/** Whether it may match a document that is an object of another; true when that cannot be told. `isInside`: fields that objects may have. */
export function mayMatchNested(query: Query, isInside: (field: string) => boolean): boolean {
  if (query.mayMatchNested) return query.mayMatchNested(isInside);
  const field = 'field' in query ? query.field : undefined;
  return typeof field !== 'string' || isInside(field);
}
