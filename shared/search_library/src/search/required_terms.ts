/**
 * Terms of which a document must have at least one to match a query: what an index of queries is looked up by. For a conjunction those of the clause that
 * is likely the most selective.
 */
import type { Query } from './query.js';
import type { RequiredTerm, RequiredTerms } from './query_traits.js';

export function requiredTerms(query: Query): RequiredTerms {
  return query.requiredTerms?.();
}

/** One of the queries has to match. */
export function termsOfAny(queries: readonly Query[]): RequiredTerms {
  const all: RequiredTerm[] = [];
  for (const query of queries) {
    const terms = requiredTerms(query);
    if (terms === undefined) return undefined;
    all.push(...terms);
  }
  return all;
}

/** Each of them has to be there. */
export function mostSelective(all: readonly RequiredTerms[]): RequiredTerms {
  return all.reduce(moreSelective, undefined);
}

/** The one whose shortest term is longer: long terms are rarer. */
function moreSelective(a: RequiredTerms, b: RequiredTerms): RequiredTerms {
  if (a === undefined || b === undefined) return a ?? b;
  return shortest(b) > shortest(a) ? b : a;
}

/** Nothing to match is the most selective. */
function shortest(terms: readonly RequiredTerm[]): number {
  return Math.min(Number.POSITIVE_INFINITY, ...terms.map(({ term }) => term.length));
}
