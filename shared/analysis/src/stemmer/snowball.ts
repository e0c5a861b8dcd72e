/// <reference path="./snowball_stemmers.d.ts" />
/**
 * Stemmers of the Snowball project, compiled by two libraries; each library is loaded when one of
 * its languages is first used.
 */
import { onDemand } from '@skein/base';
import { ApiError } from '@skein/errors';
import { DUTCH_KP } from './dutch_kp.js';
import { ESTONIAN } from './estonian.js';
import { LOVINS } from './lovins.js';
import type { Stem, StemmerType } from './stemmer_type.js';

interface OramaStemmer {
  stemmer(word: string): string;
}

const older = onDemand<typeof import('snowball-stemmers')>(import.meta.url, 'snowball-stemmers');
const OLDER_LANGUAGES = ['Basque', 'Catalan', 'English', 'Porter'];
const LANGUAGES = [
  ...'Arabic Armenian Danish Dutch Finnish French German Hungarian Irish Italian'.split(' '),
  ...'Lithuanian Norwegian Portuguese Romanian Russian Spanish Swedish Turkish'.split(' '),
  ...'Greek Indonesian Nepali Serbian Tamil'.split(' '),
];

function languageStemmer(language: string): Stem {
  const name = language.toLowerCase();
  return onDemand<OramaStemmer>(import.meta.url, `@orama/stemmers/${name}`)().stemmer;
}

function olderStemmer(language: string): Stem {
  const stemmer = older().newStemmer(language.toLowerCase());
  return (term) => stemmer.stem(term);
}

const UMLAUTS: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' };

/**
 * German with umlauts that may be written as two letters. A u after a vowel or a q is a consonant.
 */
function german2(): Stem {
  const german = languageStemmer('German');
  const pairs = /[ao]e|(?<![aeiouyäöüq])ue/g;
  return (term) =>
    german(term.replaceAll('ß', 'ss').replace(pairs, (pair) => UMLAUTS[pair] ?? pair));
}

/** Stemmers by the names of the `snowball` filter and analyzer. */
const BY_NAME: ReadonlyMap<string, () => Stem> = new Map<string, () => Stem>([
  ...LANGUAGES.map((each): [string, () => Stem] => [each, () => languageStemmer(each)]),
  ...OLDER_LANGUAGES.map((each): [string, () => Stem] => [each, () => olderStemmer(each)]),
  ['Estonian', ESTONIAN.create],
  ['Kp', DUTCH_KP.create],
  ['Lovins', LOVINS.create],
  ['Hindi', () => languageStemmer('Indian')],
  ['German2', german2],
]);

export function snowballByName(language: string): Stem {
  const create = BY_NAME.get(language);
  if (create) return create();
  const reason = `Invalid stemmer class specified: ${language}`;
  throw new ApiError('illegal_argument_exception', reason);
}

/** Languages whose names mean other stemmers in the `stemmer` filter. */
const ELSEWHERE = ['Arabic', 'English', 'Greek', 'Indonesian', 'Porter'];

/** The Snowball stemmers that the `stemmer` filter offers. */
export const SNOWBALL_STEMMERS: readonly StemmerType[] = [
  ...[...LANGUAGES, ...OLDER_LANGUAGES, 'German2']
    .filter((language) => !ELSEWHERE.includes(language))
    .map((language) => ({
      names: [language.toLowerCase()],
      create: () => snowballByName(language),
    })),
  { names: ['porter2'], create: () => snowballByName('English') },
];
