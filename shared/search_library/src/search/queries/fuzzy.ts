/**
 * Matches documents with a term at most two edits from a word. A term fits better the fewer edits
 * it has.
 */
import { utf8, utf8Decode } from '@skein/bytes';
import type { ByteAutomaton } from '../../automaton/byte_automaton.js';
import { runText } from '../../automaton/code_points.js';
import {
  type LevenshteinAutomaton,
  type LevenshteinOptions,
  levenshteinAutomaton,
} from '../../automaton/levenshtein.js';
import { utf8Automaton } from '../../automaton/utf8_automaton.js';
import { patternMark } from '../marks.js';
import { acceptedTerms, acceptsTerm } from './accepted_terms.js';
import { automatonWeight } from './automaton_weight.js';
import type { MultiTermQuery } from './multi_term.js';

export interface FuzzyQuery extends MultiTermQuery {
  readonly kind: 'fuzzy';
}

/** Every match scores the boost; `rewrittenTermsQuery` offers other scores. */
export function fuzzyQuery(field: string, word: string, options: LevenshteinOptions): FuzzyQuery {
  const { automaton, bytes } = automataOf(word, options);
  const prefix = utf8([...word].slice(0, options.prefixLength).join(''));
  const length = [...word].length;
  const fieldAutomaton = { field, automaton: bytes, prefix };
  const query: FuzzyQuery = {
    kind: 'fuzzy',
    field,
    toString: () => `${field}:${word}~${options.maxEdits}`,
    accepted: (searcher, place) =>
      acceptedTerms(searcher, place, fieldAutomaton).map((ordinal) => ({
        ordinal,
        boost: fit(automaton, utf8Decode(place.terms.term(ordinal)), length),
      })),
    accepts: (term) => acceptsTerm(fieldAutomaton, term),
    marks: () => [
      { ...patternMark(query), fit: (term) => fit(automaton, utf8Decode(term), length) },
    ],
    rewrite: () => query,
    createWeight: (searcher, _needsScores, boost) =>
      automatonWeight(searcher, fieldAutomaton, boost),
  };
  return query;
}

interface FuzzyAutomata {
  readonly automaton: LevenshteinAutomaton;
  /** The same automaton over bytes. */
  readonly bytes: ByteAutomaton;
}

/**
 * Automata of recent words, since the fields of a query and the shards of an index request the same
 * ones.
 */
const recent = new Map<string, FuzzyAutomata>();
const MAX_RECENT = 8;
/** Longer words have larger automata, which are not cached. */
const MAX_KEPT_LENGTH = 32;

function automataOf(word: string, options: LevenshteinOptions): FuzzyAutomata {
  const { maxEdits, prefixLength, transpositions } = options;
  const key = `${maxEdits},${prefixLength},${transpositions},${word}`;
  const known = recent.get(key);
  if (known !== undefined) return known;
  const automaton = levenshteinAutomaton(word, options);
  const made = { automaton, bytes: utf8Automaton(automaton) };
  if (word.length > MAX_KEPT_LENGTH) return made;
  const [oldest] = recent.keys();
  if (recent.size === MAX_RECENT) recent.delete(oldest);
  recent.set(key, made);
  return made;
}

/** 1 minus the number of edits per character of the shorter text, in float. */
function fit(automaton: LevenshteinAutomaton, text: string, wordLength: number): number {
  const distance = automaton.distance(runText(automaton, text));
  if (distance === 0) return 1;
  const shorter = Math.min([...text].length, wordLength);
  return Math.fround(1 - Math.fround(distance / shorter));
}
