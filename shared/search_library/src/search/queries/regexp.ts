/** Matches documents with a term that a regular expression matches as a whole. */

import { type RegexpOptions, regexpAutomaton } from '../../automaton/regexp/regexp_automaton.js';
import { utf8Automaton } from '../../automaton/utf8_automaton.js';
import { automatonQuery } from './automaton_query.js';
import type { MultiTermQuery } from './multi_term.js';

const NO_PREFIX = new Uint8Array();

/** Every match scores the boost. Throws when the expression is malformed or has too many states. */
export function regexpQuery(
  field: string,
  expression: string,
  options: RegexpOptions,
): MultiTermQuery {
  const automaton = utf8Automaton(regexpAutomaton(expression, options));
  const shown = `/${expression}/`;
  return automatonQuery({ kind: 'regexp', field, automaton, prefix: NO_PREFIX, shown });
}
