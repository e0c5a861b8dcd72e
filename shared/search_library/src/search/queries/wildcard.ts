/** Matches documents with a term that fits a pattern. Every match scores the boost. */
import { utf8 } from '@skein/bytes';
import {
  type WildcardOptions,
  wildcardAutomaton,
  wildcardPrefix,
} from '../../automaton/wildcard.js';
import { patternMark } from '../marks.js';
import { acceptedTerms, acceptsTerm } from './accepted_terms.js';
import { automatonWeight } from './automaton_weight.js';
import type { MultiTermQuery } from './multi_term.js';

export interface WildcardQuery extends MultiTermQuery {
  readonly kind: 'wildcard';
}

/** `*` stands for any characters, `?` for one character; `\` quotes the next character. */
export function wildcardQuery(
  field: string,
  pattern: string,
  options: WildcardOptions = {},
): WildcardQuery {
  const prefix = utf8(options.caseInsensitive === true ? '' : wildcardPrefix(pattern));
  const automaton = wildcardAutomaton(pattern, options);
  const fieldAutomaton = { field, automaton, prefix };
  const query: WildcardQuery = {
    kind: 'wildcard',
    profileName: 'MultiTermQueryConstantScoreWrapper',
    field,
    toString: () => `${field}:${pattern}`,
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
