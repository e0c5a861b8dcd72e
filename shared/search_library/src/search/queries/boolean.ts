/**
 * Clauses that must, should or must not match. As in Lucene, a query without `must` and `filter`
 * needs at least one `should` clause, and one with only `mustNot` clauses matches nothing (the
 * search language adds a match-all where its own rules require it).
 */

import { isKeyOf } from '@skein/base';
import type { IndexSearcher } from '../index_searcher.js';
import { marksOfAll } from '../marks.js';
import type { Query } from '../query.js';
import { mayMatchNested, type RequiredTerms } from '../query_traits.js';
import { mostSelective, requiredTerms, termsOfAny } from '../required_terms.js';
import { booleanWeight } from './boolean_weight.js';
import { rewriteBoolean } from './rewrite_boolean.js';

export interface BooleanClauses {
  readonly must?: readonly Query[];
  readonly should?: readonly Query[];
  /** Like `must`, but without scores. */
  readonly filter?: readonly Query[];
  readonly mustNot?: readonly Query[];
  /** Number of `should` clauses that must match; by default as described above. */
  readonly minimumShouldMatch?: number;
}

export interface BooleanQuery extends Query {
  readonly kind: 'boolean';
  readonly clauses: Required<BooleanClauses>;
}

export function booleanQuery(given: BooleanClauses): BooleanQuery {
  const clauses = {
    must: given.must ?? [],
    should: given.should ?? [],
    filter: given.filter ?? [],
    mustNot: given.mustNot ?? [],
    minimumShouldMatch: Math.max(given.minimumShouldMatch ?? 0, 0),
  };
  const query: BooleanQuery = {
    kind: 'boolean',
    clauses,
    children: [...clauses.must, ...clauses.filter, ...clauses.should, ...clauses.mustNot],
    hasFewNumbers: true,
    mayMatchNested: (isInside) => mayMatch(clauses, isInside),
    requiredTerms: () => termsOf(clauses),
    marks: (searcher) =>
      marksOfAll([...clauses.must, ...clauses.should, ...clauses.filter], searcher),
    toString: () => booleanText(clauses, given),
    rewrite: (searcher: IndexSearcher) => rewriteBoolean(query, searcher, booleanQuery),
    createWeight: (searcher, needsScores, boost) =>
      booleanWeight(query, searcher, { needsScores, boost }),
  };
  return query;
}

/** A single required clause that cannot match a nested document decides. */
function mayMatch(
  { must, filter, should }: BooleanQuery['clauses'],
  isInside: (field: string) => boolean,
): boolean {
  const may = (clause: Query) => mayMatchNested(clause, isInside);
  const required = [...must, ...filter];
  if (required.length > 0) return required.every(may);
  return should.length === 0 || should.some(may);
}

function termsOf({ must, filter, should }: BooleanQuery['clauses']): RequiredTerms {
  const required = [...must, ...filter];
  if (required.length > 0) return mostSelective(required.map(requiredTerms));
  return should.length === 0 ? undefined : termsOfAny(should);
}

export function isBoolean(query: Query): query is BooleanQuery {
  return query.kind === 'boolean';
}

/** Lucene's marks of the occurrence of a clause. */
const MARKS = { must: '+', filter: '#', should: '', mustNot: '-' } as const;

/**
 * The kinds of clauses are printed in the given order, as Lucene prints clauses in the order they
 * were added.
 */
function booleanText(clauses: Required<BooleanClauses>, given: BooleanClauses): string {
  const parts = Object.keys(given)
    .filter((key) => isKeyOf(MARKS, key))
    .flatMap((kind) => clauses[kind].map((clause) => MARKS[kind] + clauseText(clause)));
  const text = parts.join(' ');
  return clauses.minimumShouldMatch > 0 ? `(${text})~${clauses.minimumShouldMatch}` : text;
}

/** A boolean query inside another one, or inside a disjunction, is printed in brackets. */
export function clauseText(clause: Query): string {
  return clause.kind === 'boolean' ? `(${clause})` : String(clause);
}
