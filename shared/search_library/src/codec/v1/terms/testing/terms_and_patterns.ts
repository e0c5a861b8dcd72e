/** For tests: arbitrary terms, and automata that accept some of them. */
import { compareBytes, utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { type ByteAutomaton, DEAD } from '../../../../automaton/byte_automaton.js';
import { levenshteinAutomaton } from '../../../../automaton/levenshtein.js';
import { regexpAutomaton } from '../../../../automaton/regexp/regexp_automaton.js';
import { utf8Automaton } from '../../../../automaton/utf8_automaton.js';
import { wildcardAutomaton, wildcardPrefix } from '../../../../automaton/wildcard.js';

/** Distinct terms in dictionary order. */
export function sortedTerms(terms: readonly Uint8Array[]): Uint8Array[] {
  return [...terms]
    .sort(compareBytes)
    .filter((term, i, all) => i === 0 || compareBytes(term, all[i - 1]) !== 0);
}

export const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '😀'), maxLength: 7 });
/** Words with prefixes and suffixes longer than a byte can count. */
export const longWord = fc
  .tuple(
    fc.constantFrom('', 'x'.repeat(254), 'x'.repeat(300)),
    word,
    fc.constantFrom('', 'y'.repeat(600)),
  )
  .map((parts) => parts.join(''));
export const terms = fc
  .array(fc.oneof({ weight: 5, arbitrary: word }, { weight: 1, arbitrary: longWord }), {
    maxLength: 300,
  })
  .map((words) => sortedTerms(words.map(utf8)));

export function accepts(automaton: ByteAutomaton, term: Uint8Array): boolean {
  let state = 0;
  for (const byte of term) {
    state = automaton.step(state, byte);
    if (state === DEAD) return false;
  }
  return automaton.accepts(state);
}

interface Pattern {
  readonly automaton: ByteAutomaton;
  /** A prefix of all that the automaton accepts. */
  readonly prefix: Uint8Array;
}

const wildcard = fc
  .array(fc.constantFrom('a', 'b', 'é', '😀', '?', '*'), { maxLength: 5 })
  .map((parts) => parts.join(''));
const edits = fc.record({
  maxEdits: fc.nat({ max: 2 }),
  prefixLength: fc.nat({ max: 2 }),
  transpositions: fc.boolean(),
});
const expression = fc.constantFrom('a.*', '(a|bc)+', '.*é.*', '[ab]{2}c?', '~(a.*)', '@');
const REGEXP_OPTIONS = {
  flags: { intersection: true, complement: true, empty: true, anyString: true, interval: true },
  caseInsensitive: false,
  maxDeterminizedStates: 10_000,
};

/** A wildcard, a fuzzy word and a regular expression. */
export const patterns: fc.Arbitrary<Pattern[]> = fc
  .tuple(wildcard, word, edits, expression)
  .map(([text, target, options, regexp]) => [
    { automaton: wildcardAutomaton(text), prefix: utf8(wildcardPrefix(text)) },
    {
      automaton: utf8Automaton(levenshteinAutomaton(target, options)),
      prefix: utf8([...target].slice(0, options.prefixLength).join('')),
    },
    { automaton: utf8Automaton(regexpAutomaton(regexp, REGEXP_OPTIONS)), prefix: utf8('') },
  ]);
