/**
 * Terms of which a document must have at least one to match a query: what an index of queries is looked up by. For a conjunction those of the clause that
 * is likely the most selective.
 */

import { type BooleanQuery, isBoolean } from './queries/boolean.js';
import type { PhraseQuery } from './queries/phrase.js';
import type { TermQuery } from './queries/term.js';
import type { TermsQuery } from './queries/terms.js';
import type { Query } from './query.js';

export interface RequiredTerm {
  readonly field: string;
  readonly term: Uint8Array;
}

/** `undefined`: no such terms are known. Empty: the query matches nothing. */
export type RequiredTerms = readonly RequiredTerm[] | undefined;

/** Queries whose matches are those of the one inside. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'at_level',
  'block_join',
  'boost',
  'constant_score',
]);

export function requiredTerms(query: Query): RequiredTerms {
  if (isBoolean(query)) return ofBoolean(query.clauses);
  const { children = [] } = query;
  const [only] = children;
  if (only && WRAPPERS.has(query.kind)) return requiredTerms(only);
  switch (query.kind) {
    case 'match_none':
      return [];
    case 'term': {
      const { field, term } = query as TermQuery;
      return [{ field, term }];
    }
    case 'terms': {
      const { field, terms } = query as TermsQuery;
      return terms.map((term) => ({ field, term }));
    }
    case 'phrase':
      return ofPhrase(query as PhraseQuery);
    case 'disjunction_max':
      return anyOf(children);
    default:
      return undefined;
  }
}

function ofBoolean({ must, filter, should }: BooleanQuery['clauses']): RequiredTerms {
  const required = [...must, ...filter];
  if (required.length === 0) return should.length === 0 ? undefined : anyOf(should);
  return required.map(requiredTerms).reduce(moreSelective, undefined);
}

/** One place of the phrase is enough. */
function ofPhrase({ field, parts }: PhraseQuery): RequiredTerms {
  const places = parts.terms.map((terms) => terms.map((term) => ({ field, term })));
  return places.reduce<RequiredTerms>(moreSelective, undefined);
}

function anyOf(queries: readonly Query[]): RequiredTerms {
  const all: RequiredTerm[] = [];
  for (const query of queries) {
    const terms = requiredTerms(query);
    if (terms === undefined) return undefined;
    all.push(...terms);
  }
  return all;
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
