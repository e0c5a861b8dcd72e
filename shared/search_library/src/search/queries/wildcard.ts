/** Matches documents with a term that fits a pattern. Every match scores the boost. */
import { utf8 } from '@skein/bytes';
import {
  type WildcardOptions,
  wildcardAutomaton,
  wildcardPrefix,
} from '../../automaton/wildcard.js';
import { automatonQuery } from './automaton_query.js';
import type { MultiTermQuery } from './multi_term.js';

/** `*` stands for any characters, `?` for one character; `\` quotes the next character. */
export function wildcardQuery(
  field: string,
  pattern: string,
  options: WildcardOptions = {},
): MultiTermQuery {
  const prefix = utf8(options.caseInsensitive === true ? '' : wildcardPrefix(pattern));
  const automaton = wildcardAutomaton(pattern, options);
  return automatonQuery({ kind: 'wildcard', field, automaton, prefix, shown: pattern });
}
