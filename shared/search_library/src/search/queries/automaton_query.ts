/** A query for the terms of one field that an automaton accepts. Every match scores the boost. */
import type { IndexSearcher } from '../index_searcher.js';
import { patternMark } from '../marks.js';
import type { Weight } from '../query.js';
import { acceptedTerms, acceptsTerm, type FieldAutomaton } from './accepted_terms.js';
import { automatonWeight } from './automaton_weight.js';
import type { MultiTermQuery } from './multi_term.js';

interface TermPattern extends FieldAutomaton {
  readonly kind: string;
  /** The pattern as `toString` shows it, after the field. */
  readonly shown: string;
  /** Finds the documents without the automaton, if there is a faster way. */
  readonly createWeight?: ((searcher: IndexSearcher, boost: number) => Weight) | undefined;
}

export function automatonQuery(pattern: TermPattern): MultiTermQuery {
  const { kind, field, shown } = pattern;
  const createWeight =
    pattern.createWeight ?? ((searcher, boost) => automatonWeight(searcher, pattern, boost));
  const query: MultiTermQuery = {
    kind,
    profileName: 'MultiTermQueryConstantScoreWrapper',
    field,
    toString: () => `${field}:${shown}`,
    accepted: (searcher, place) =>
      acceptedTerms(searcher, place, pattern).map((ordinal) => ({ ordinal, boost: 1 })),
    accepts: (term) => acceptsTerm(pattern, term),
    marks: () => [patternMark(query)],
    rewrite: () => query,
    createWeight: (searcher, _needsScores, boost) => createWeight(searcher, boost),
  };
  return query;
}
