/** What can be told of a query from its form alone. Whoever is not of the library asks here, and does not name kinds. */
import { isBlockJoin } from './join/block_join.js';
import { isBoolean } from './queries/boolean.js';
import type { TermQuery } from './queries/term.js';
import type { Query } from './query.js';

export function isTerm(query: Query): query is TermQuery {
  return query.kind === 'term';
}

/** It matches no document of any index. */
export function isNothing({ kind }: Query): boolean {
  return kind === 'match_none';
}

/** Its matches are counted without a walk through them, where all of them count. */
export function isCountedAtOnce({ kind }: Query): boolean {
  return kind === 'match_all' || kind === 'term';
}

/** Kinds whose weights are a few numbers. */
const FEW_NUMBERS: ReadonlySet<string> = new Set([
  'boolean',
  'boost',
  'constant_score',
  'disjunction_max',
  'match_all',
  'match_none',
  'number_range',
  'phrase',
  'term',
]);

/** What it is bound to at a point in time may be kept: it holds no documents, automata or scripts. */
export function hasSmallWeights({ kind, children = [] }: Query): boolean {
  return FEW_NUMBERS.has(kind) && children.every(hasSmallWeights);
}

/** Whether it may match a document that is an object of another; true when that cannot be told. `isInside`: fields that objects may have. */
export function mayMatchNested(query: Query, isInside: (field: string) => boolean): boolean {
  const { children = [] } = query;
  const may = (one: Query) => mayMatchNested(one, isInside);
  switch (query.kind) {
    case 'match_none':
      return false;
    case 'block_join':
      return isBlockJoin(query) && query.options.parent !== undefined;
    case 'boost':
    case 'constant_score':
    case 'disjunction_max':
    case 'function_score':
      return children.some(may);
    case 'boolean':
      return booleanMay(query, may);
    default: {
      const field = 'field' in query ? query.field : undefined;
      return typeof field !== 'string' || isInside(field);
    }
  }
}

/** One required clause that cannot is enough. */
function booleanMay(query: Query, may: (clause: Query) => boolean): boolean {
  if (!isBoolean(query)) return true;
  const { must, filter, should } = query.clauses;
  const required = [...must, ...filter];
  if (required.length > 0) return required.every(may);
  return should.length === 0 || should.some(may);
}
