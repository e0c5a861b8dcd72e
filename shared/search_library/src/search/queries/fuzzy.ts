/** Documents that have a term at most two edits from a word. The fewer edits, the better a term fits. */
import { utf8, utf8Decode } from '@skein/bytes';
import { runText, utf8Automaton } from '../../automaton/code_points.js';
import { intersectTerms } from '../../automaton/intersect.js';
import {
  type LevenshteinAutomaton,
  type LevenshteinOptions,
  levenshteinAutomaton,
} from '../../automaton/levenshtein.js';
import { automatonWeight } from './automaton_weight.js';
import type { MultiTermQuery } from './multi_term.js';

export interface FuzzyQuery extends MultiTermQuery {
  readonly kind: 'fuzzy';
}

/** Every match scores the boost; `rewrittenTermsQuery` has other ways. */
export function fuzzyQuery(field: string, word: string, options: LevenshteinOptions): FuzzyQuery {
  const automaton = levenshteinAutomaton(word, options);
  const bytes = utf8Automaton(automaton);
  const prefix = utf8([...word].slice(0, options.prefixLength).join(''));
  const length = [...word].length;
  const query: FuzzyQuery = {
    kind: 'fuzzy',
    field,
    toString: () => `${field}:${word}~${options.maxEdits}`,
    accepted: (terms, checkCancelled) =>
      intersectTerms(terms, bytes, { prefix, checkCancelled }).map((ordinal) => ({
        ordinal,
        boost: fit(automaton, utf8Decode(terms.term(ordinal)), length),
      })),
    rewrite: () => query,
    createWeight: (searcher, _needsScores, boost) =>
      automatonWeight(searcher, { field, automaton: bytes, prefix }, boost),
  };
  return query;
}

/** 1 less the edits a character of the shorter text, in float. */
function fit(automaton: LevenshteinAutomaton, text: string, wordLength: number): number {
  const distance = automaton.distance(runText(automaton, text));
  if (distance === 0) return 1;
  const shorter = Math.min([...text].length, wordLength);
  return Math.fround(1 - Math.fround(distance / shorter));
}
