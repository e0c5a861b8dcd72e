/** Matches documents with a term that a regular expression matches as a whole. */

import { type RegexpOptions, regexpAutomaton } from '../../automaton/regexp/regexp_automaton.js';
import { utf8Automaton } from '../../automaton/utf8_automaton.js';
import { patternMark } from '../marks.js';
import { acceptedTerms, acceptsTerm } from './accepted_terms.js';
import { automatonWeight } from './automaton_weight.js';
import type { MultiTermQuery } from './multi_term.js';

interface RegexpQuery extends MultiTermQuery {
  readonly kind: 'regexp';
}

const NO_PREFIX = new Uint8Array();

/** Every match scores the boost. Throws when the expression is malformed or has too many states. */
export function regexpQuery(
  field: string,
  expression: string,
  options: RegexpOptions,
): RegexpQuery {
  const automaton = utf8Automaton(regexpAutomaton(expression, options));
  const fieldAutomaton = { field, automaton, prefix: NO_PREFIX };
  const query: RegexpQuery = {
    kind: 'regexp',
    profileName: 'MultiTermQueryConstantScoreWrapper',
    field,
    toString: () => `${field}:/${expression}/`,
    accepted: (searcher, place) =>
      acceptedTerms(searcher, place, fieldAutomaton).map((ordinal) => ({ ordinal, boost: 1 })),
    accepts: (term) => acceptsTerm(fieldAutomaton, term),
    marks: () => [patternMark(query)],
    rewrite: () => query,
    createWeight: (searcher, _needsScores, boost) =>
      automatonWeight(searcher, fieldAutomaton, boost),
  };
  return query;
}
