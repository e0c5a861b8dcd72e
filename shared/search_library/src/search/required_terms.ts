/**
 * Terms of which a document must have at least one to match a query; a percolator index is searched
 * by them. For a conjunction, they are those of the clause that is probably the most selective.
 */
import type { Query } from './query.js';
import type { RequiredTerm, RequiredTerms } from './query_traits.js';

export function requiredTerms(query: Query): RequiredTerms {
  return query.requiredTerms?.();
}

/** The required terms if any one of the queries has to match. */
export function termsOfAny(queries: readonly Query[]): RequiredTerms {
  const all: RequiredTerm[] = [];
  for (const query of queries) {
    const terms = requiredTerms(query);
    if (terms === undefined) return undefined;
    for (const term of terms) all.push(term);
  }
  return all;
}

/** The best required terms if all of them apply. */
export function mostSelective(all: readonly RequiredTerms[]): RequiredTerms {
  return all.reduce(moreSelective, undefined);
}

/** The list whose shortest term is longer, since long terms are rarer. */
function moreSelective(a: RequiredTerms, b: RequiredTerms): RequiredTerms {
  if (a === undefined || b === undefined) return a ?? b;
  return shortest(b) > shortest(a) ? b : a;
}

/** An empty list, which matches nothing, is the most selective. */
function shortest(terms: readonly RequiredTerm[]): number {
  return terms.reduce((least, { term }) => Math.min(least, term.length), Number.POSITIVE_INFINITY);
}
