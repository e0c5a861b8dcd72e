/**
 * Filters that unify the spellings of a language: functions of the term, which may stand in a
 * normalizer.
 */
import type { TokenFilterType } from '../build/component_type.js';
import { replacing } from '../replaced_characters.js';
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
  return replacing(new Map(Object.entries(pairs)));
}
