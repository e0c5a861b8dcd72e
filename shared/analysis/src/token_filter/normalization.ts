/**
 * Filters that unify the spellings of a language: functions of the term, which may stand in a
 * normalizer.
 */
import type { TokenFilterType } from '../build/component_type.js';
import { type TermFilterOptions, termFilter } from './shapes.js';

export function normalization(
  name: string,
  change: (term: string) => string,
  options: Pick<TermFilterOptions, 'sparesKeywords'> = {},
): TokenFilterType {
  return { name, create: () => termFilter(name, change, { ...options, charLevel: true }) };
}

/** Replaces characters by the pairs; `''` removes a character. */
export function mapped(pairs: Readonly<Record<string, string>>): (term: string) => string {
  const map = new Map(Object.entries(pairs));
  const any = new RegExp(`[${[...map.keys()].join('')}]`);
  return (term) => {
    if (!any.test(term)) return term;
    let changed = '';
    for (let at = 0; at < term.length; at++) {
      const character = term.charAt(at);
      changed += map.get(character) ?? character;
    }
    return changed;
  };
}
