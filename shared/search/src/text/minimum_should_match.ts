/**
 * `minimum_should_match`: `3`, `-2`, `75%`, `-25%`, `3<90%`, `2<-25% 9<-3`. Percentages round
 * towards zero. Documented at https://docs.opensearch.org/latest/query-dsl/minimum-should-match/
 */
import { ApiError } from '@skein/errors';
import { booleanQuery, isBoolean, type Query } from '@skein/search_library';

/**
 * The number of `clauseCount` optional clauses that must match. It may exceed their number: then
 * nothing matches.
 */
export function minimumShouldMatch(spec: string, clauseCount: number): number {
  const trimmed = spec.trim();
  if (!trimmed.includes('<')) return Math.max(0, plainCount(trimmed, clauseCount));
  let result = clauseCount;
  for (const part of trimmed.replace(/\s*<\s*/g, '<').split(/\s+/)) {
    const [bound = '', rest = ''] = part.split('<');
    if (clauseCount <= integer(bound)) return result;
    result = Math.max(0, plainCount(rest, clauseCount));
  }
  return result;
}

/** Applies the minimum to the optional clauses of a boolean query. */
export function withMinimum(query: Query, spec: string | undefined): Query {
  if (spec === undefined || !isBoolean(query)) return query;
  const { clauses } = query;
  const minimum = minimumShouldMatch(spec, clauses.should.length);
  return minimum > 0 ? booleanQuery({ ...clauses, minimumShouldMatch: minimum }) : query;
}

function plainCount(spec: string, clauseCount: number): number {
  if (spec.includes('%')) {
    const share = Math.fround(clauseCount * integer(spec.slice(0, -1)) * Math.fround(1 / 100));
    return share < 0 ? clauseCount + Math.trunc(share) : Math.trunc(share);
  }
  const count = integer(spec);
  return count < 0 ? clauseCount + count : count;
}

function integer(text: string): number {
  const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= -(2 ** 31) && number < 2 ** 31) return number;
  throw new ApiError('number_format_exception', `For input string: "${text}"`);
}
