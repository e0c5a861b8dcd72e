/** Documents that have a term which fits a pattern. Every match scores the boost. */
import { utf8 } from '@skein/bytes';
import {
  type WildcardOptions,
  wildcardAutomaton,
  wildcardPrefix,
} from '../../automaton/wildcard.js';
import type { Query } from '../query.js';
import { automatonWeight } from './automaton_weight.js';

/** `*` any characters, `?` one character, `\` takes the next character as it is. */
export function wildcardQuery(
  field: string,
  pattern: string,
  options: WildcardOptions = {},
): Query {
  const query: Query = {
    kind: 'wildcard',
    toString: () => `${field}:${pattern}`,
    rewrite: () => query,
    createWeight(searcher, _needsScores, boost) {
      const prefix = options.caseInsensitive === true ? '' : wildcardPrefix(pattern);
      const automaton = wildcardAutomaton(pattern, options);
      return automatonWeight(searcher, { field, automaton, prefix: utf8(prefix) }, boost);
    },
  };
  return query;
}
