/**
 * `lowercase`: lowers character by character as Java does: a sigma at a word's end stays a plain
 * one.
 */
import { ApiError } from '@skein/errors';
import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';

const CONTEXTUAL = /[\u03a3\u0130]/;

export function foldLower(term: string): string {
  const lower = term.toLowerCase();
  if (lower === term || !CONTEXTUAL.test(term)) return lower;
  return term.replaceAll('\u03a3', '\u03c3').replaceAll('\u0130', 'i').toLowerCase();
}

function turkish(term: string): string {
  return foldLower(
    term.replaceAll('I\u0307', 'i').replaceAll('\u0130', 'i').replaceAll('I', '\u0131'),
  );
}

const GREEK: Readonly<Record<string, string>> = {
  ά: 'α',
  έ: 'ε',
  ή: 'η',
  ί: 'ι',
  ϊ: 'ι',
  ΐ: 'ι',
  ό: 'ο',
  ύ: 'υ',
  ϋ: 'υ',
  ΰ: 'υ',
  ώ: 'ω',
  ς: 'σ',
};

function greek(term: string): string {
  let folded = '';
  for (const character of foldLower(term)) folded += GREEK[character] ?? character;
  return folded;
}

/**
 * A lone `h` or `t` before a capital vowel is a prefix that keeps a hyphen: `nAthair` is
 * `n-athair`.
 */
function irish(term: string): string {
  return foldLower(
    /^[nt][AEIOU\u00c1\u00c9\u00cd\u00d3\u00da]/.test(term) ? `${term[0]}-${term.slice(1)}` : term,
  );
}

const LANGUAGES: Readonly<Record<string, (term: string) => string>> = { turkish, greek, irish };

export const LOWERCASE: TokenFilterType = {
  name: 'lowercase',
  checksLate: true,
  create: (settings) => {
    const language = settings.string('language');
    if (language === undefined) {
      return { ...termFilter('lowercase', foldLower, { charLevel: true }), lowercases: true };
    }
    const fold = Object.hasOwn(LANGUAGES, language.toLowerCase())
      ? LANGUAGES[language.toLowerCase()]
      : undefined;
    if (fold) return termFilter('lowercase', fold, { charLevel: true });
    throw new ApiError(
      'illegal_argument_exception',
      `language [${language}] not support for lower case`,
    );
  },
};
