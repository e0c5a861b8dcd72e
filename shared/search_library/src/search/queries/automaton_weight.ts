/** Weight of the queries that are an automaton over the terms of a field. */
import type { ByteAutomaton } from '../../automaton/byte_automaton.js';
import { intersectTerms } from '../../automaton/intersect.js';
import { docSetWeight } from '../doc_set_weight.js';
import type { IndexSearcher } from '../index_searcher.js';
import { termUnion } from '../iterators/term_union.js';
import type { Weight } from '../query.js';

export interface FieldAutomaton {
  readonly field: string;
  readonly automaton: ByteAutomaton;
  /** Every accepted term begins with this. */
  readonly prefix: Uint8Array;
}

export function automatonWeight(
  searcher: IndexSearcher,
  { field, automaton, prefix }: FieldAutomaton,
  boost: number,
): Weight {
  const options = { prefix, checkCancelled: () => searcher.checkCancelled() };
  return docSetWeight(
    {
      docSet(segment) {
        const terms = segment.terms(field);
        if (terms === undefined) return null;
        const ordinals = intersectTerms(terms, automaton, options);
        const { maxDoc } = segment;
        return termUnion({ terms, column: segment.ordinals(field), maxDoc }, ordinals);
      },
    },
    boost,
  );
}
