/** Simplifies a boolean query without changing matches or scores. */
import type { IndexSearcher } from '../index_searcher.js';
import type { Query } from '../query.js';
import type { BooleanClauses, BooleanQuery } from './boolean.js';
import { boostQuery, isBoost } from './boost.js';
import { constantScoreQuery } from './constant_score.js';
import { matchNoneQuery } from './match_none.js';

type Clauses = Required<BooleanClauses>;

export function rewriteBoolean(
  query: BooleanQuery,
  searcher: IndexSearcher,
  booleanQuery: (clauses: BooleanClauses) => Query,
): Query {
  const before = query.clauses;
  const rewritten = inlined(dropUseless(rewriteClauses(before, searcher)));
  const clauses = scoredByFilters(rewritten, booleanQuery);
  const impossible = reasonForNone(clauses);
  if (impossible !== undefined) return matchNoneQuery(impossible);
  const only = singleClause(clauses);
  if (only !== undefined) return only;
  return sameClauses(before, clauses) ? query : booleanQuery(clauses);
}

function rewriteClauses(clauses: Clauses, searcher: IndexSearcher): Clauses {
  const rewriteAll = (queries: readonly Query[]): Query[] =>
    queries.map((query) => searcher.rewrite(query));
  return {
    ...clauses,
    must: rewriteAll(clauses.must),
    should: rewriteAll(clauses.should),
    filter: rewriteAll(clauses.filter).map(withoutScore),
    mustNot: rewriteAll(clauses.mustNot).map(withoutScore),
  };
}

/** Removes wrappers that only change scores from clauses whose scores are not used. */
function withoutScore(query: Query): Query {
  let inner = query;
  while (inner.onlyScores) {
    inner = inner.children?.[0] ?? matchNoneQuery('nothing inside');
  }
  return inner;
}

function dropUseless(clauses: Clauses): Clauses {
  const should = clauses.should.filter((query) => !query.isNothing);
  const mustNot = clauses.mustNot.filter((query) => !query.isNothing);
  let filter = clauses.filter.filter((query) => !query.isEverything);
  // The last required clause stays, since without it a `should` clause would be required.
  if (clauses.must.length + filter.length === 0) filter = clauses.filter.slice(0, 1);
  return { ...clauses, should, mustNot, filter };
}

/**
 * If all documents that pass some filters are wanted, the filters select them, and all of them
 * score alike.
 */
function scoredByFilters(
  clauses: Clauses,
  booleanQuery: (clauses: BooleanClauses) => Query,
): Clauses {
  const { must, filter, mustNot } = clauses;
  const [all] = must;
  if (all === undefined || must.length > 1 || filter.length === 0) return clauses;
  const boost = isBoost(all) ? all.boost : 1;
  if (!(isBoost(all) ? all.query : all).isEverything) return clauses;
  const [only] = filter;
  const isPlain = only !== undefined && filter.length === 1 && mustNot.length === 0;
  const constant = constantScoreQuery(isPlain ? only : booleanQuery({ mustNot, filter }));
  const scored = boost === 1 ? constant : boostQuery(constant, boost);
  return { ...clauses, must: [scored], filter: [], mustNot: [] };
}

/** Inlines disjunctions in a disjunction, since their scores are added anyway. */
function inlined(clauses: Clauses): Clauses {
  if (clauses.minimumShouldMatch > 1 || !clauses.should.some(isDisjunction)) return clauses;
  const should = clauses.should.flatMap((query) =>
    isDisjunction(query) ? query.clauses.should : [query],
  );
  return { ...clauses, should };
}

function isDisjunction(query: Query): query is BooleanQuery {
  if (query.kind !== 'boolean') return false;
  // Only boolean queries have the kind. Their file, which has `isBoolean`, imports this one.
  const { must, filter, mustNot, minimumShouldMatch } = (query as BooleanQuery).clauses;
  return must.length + filter.length + mustNot.length === 0 && minimumShouldMatch <= 1;
}

function reasonForNone(clauses: Clauses): string | undefined {
  const { must, filter, should, mustNot, minimumShouldMatch } = clauses;
  if (must.length + filter.length + should.length === 0) {
    return mustNot.length > 0 ? 'pure negative BooleanQuery' : 'empty BooleanQuery';
  }
  if (minimumShouldMatch > should.length) return 'minimum should match exceeds the clauses';
  if ([...must, ...filter].some((query) => query.isNothing)) {
    return 'a required clause matches nothing';
  }
  if (mustNot.some((query) => query.isEverything)) return 'everything is excluded';
  return undefined;
}

function singleClause(clauses: Clauses): Query | undefined {
  const { must, filter, should, mustNot, minimumShouldMatch } = clauses;
  if (mustNot.length > 0 || must.length + filter.length + should.length !== 1) return undefined;
  if (must.length === 1) return must[0];
  if (filter.length === 1) return boostQuery(constantScoreQuery(filter[0]), 0);
  return minimumShouldMatch <= 1 ? should[0] : undefined;
}

function sameClauses(a: Clauses, b: Clauses): boolean {
  const same = (x: readonly Query[], y: readonly Query[]): boolean =>
    x.length === y.length && x.every((query, i) => query === y[i]);
  return (
    same(a.must, b.must) &&
    same(a.should, b.should) &&
    same(a.filter, b.filter) &&
    same(a.mustNot, b.mustNot)
  );
}
