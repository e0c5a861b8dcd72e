/// <reference path="../snowball_stemmers.d.ts" />
/** Stemmers by the names the reference gives them. Stems are remembered for a while. */
import { onDemand } from '@skein/base';
import { ApiError } from '@skein/errors';
import { stemmer as porter } from 'stemmer';

const snowball = onDemand<typeof import('snowball-stemmers')>(import.meta.url, 'snowball-stemmers');

export type Stem = (term: string) => string;

/** Stems remembered: words of a language repeat, stemming costs more than a look-up. */
const MAX_REMEMBERED = 20_000;

function remembered(stem: Stem): Stem {
  const stems = new Map<string, string>();
  return (term) => {
    const known = stems.get(term);
    if (known !== undefined) return known;
    const result = stem(term);
    if (stems.size >= MAX_REMEMBERED) stems.clear();
    stems.set(term, result);
    return result;
  };
}

const LOWER_ASCII_WORD = /^[a-z]+$/;

/**
 * The library folds case and knows ASCII only, while to Lucene every other character is a consonant: a consonant that no rule
 * names stands in for it.
 */
export const porterStem: Stem = remembered((term) => {
  if (LOWER_ASCII_WORD.test(term)) return porter(term);
  const stand = term.replace(/[^a-z]/g, 'j');
  const stemmed = porter(stand);
  let same = 0;
  while (same < stemmed.length && stemmed[same] === stand[same]) same++;
  return term.slice(0, same) + stemmed.slice(same);
});

const possessiveEnglish: Stem = (term) => term.replace(/['\u2019\uff07][sS]$/, '');

const minimalEnglish: Stem = (term) => {
  if (term.length < 3 || !term.endsWith('s')) return term;
  if (term.endsWith('us') || term.endsWith('ss')) return term;
  if (term.endsWith('ies') && term.length > 3 && !/[ae]ies$/.test(term))
    return `${term.slice(0, -3)}y`;
  if (/[iaoe]es$/.test(term)) return term;
  return term.slice(0, -1);
};

/** The reference's names to Snowball's. */
const SNOWBALL_NAMES: Readonly<Record<string, string>> = {
  english: 'english',
  porter2: 'english',
  porter: 'porter',
  german2: 'german',
  norwegian: 'norwegian',
  ...Object.fromEntries(
    'arabic armenian basque catalan danish dutch finnish french german hungarian irish italian portuguese romanian russian spanish swedish turkish'
      .split(' ')
      .map((name) => [name, name]),
  ),
};

export function snowballStemmer(language: string): Stem {
  const key = language.toLowerCase();
  const name = Object.hasOwn(SNOWBALL_NAMES, key) ? SNOWBALL_NAMES[key] : undefined;
  if (name === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `Invalid stemmer class specified: ${language.charAt(0).toUpperCase()}${language.slice(1)}`,
    );
  }
  const stemmer = snowball().newStemmer(name);
  return remembered((term) => stemmer.stem(term));
}

export function stemmerFor(language: string): Stem {
  const name = language.toLowerCase();
  if (name === 'english' || name === 'porter') return porterStem;
  if (name === 'possessive_english') return possessiveEnglish;
  if (name === 'minimal_english') return minimalEnglish;
  return snowballStemmer(name);
}
