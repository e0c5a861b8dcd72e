/** The weight of a query that is an automaton over the terms of a field. */
import { docSetWeight } from '../doc_set_weight.js';
import type { IndexSearcher } from '../index_searcher.js';
import { termUnion } from '../iterators/term_union.js';
import type { Weight } from '../query.js';
import { acceptedTerms, type FieldAutomaton } from './accepted_terms.js';

export function automatonWeight(
  searcher: IndexSearcher,
  pattern: FieldAutomaton,
  boost: number,
): Weight {
  const { field } = pattern;
  return docSetWeight(
    {
      docSet(segment) {
        const terms = segment.terms(field);
        if (terms === undefined) return null;
        const ordinals = acceptedTerms(searcher, { segment, terms }, pattern);
        const { maxDoc } = segment;
        return termUnion({ terms, column: segment.ordinals(field), maxDoc }, ordinals);
      },
    },
    boost,
  );
}
