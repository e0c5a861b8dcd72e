/**
 * Matches one text against a pattern, for values outside the index (constants of a mapping). Linear
 * in the text.
 */
import { utf8 } from '@skein/bytes';
import { DEAD } from './byte_automaton.js';
import { runText } from './code_points.js';
import { type RegexpOptions, regexpAutomaton } from './regexp/regexp_automaton.js';
import { type WildcardOptions, wildcardAutomaton } from './wildcard.js';

export function matchesWildcard(
  pattern: string,
  text: string,
  options: WildcardOptions = {},
): boolean {
  const automaton = wildcardAutomaton(pattern, options);
  let state = 0;
  for (const byte of utf8(text)) {
    state = automaton.step(state, byte);
    if (state === DEAD) return false;
  }
  return automaton.accepts(state);
}

/** Throws like `regexpQuery` when the expression is malformed or has too many states. */
export function matchesRegexp(expression: string, text: string, options: RegexpOptions): boolean {
  return regexpMatcher(expression, options)(text);
}

/** A matcher for many texts, which parses the expression once. */
export function regexpMatcher(
  expression: string,
  options: RegexpOptions,
): (text: string) => boolean {
  const automaton = regexpAutomaton(expression, options);
  return (text) => {
    const state = runText(automaton, text);
    return state !== DEAD && automaton.accepts(state);
  };
}
