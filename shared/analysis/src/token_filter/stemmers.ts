/** Stemmers by the names the reference gives them. Snowball's are loaded when one is first asked for. */
import { ApiError } from '@skein/errors';
import snowball from 'snowball-stemmers';
import { stemmer as porter } from 'stemmer';

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

/** Words with other characters than small ASCII letters keep their vowels for the stemmer's tests but no rule is lost. */
export const porterStem: Stem = remembered((term) =>
  LOWER_ASCII_WORD.test(term) ? porter(term) : stemTail(term),
);

/** The library folds case; capitals are no vowels or endings to Lucene, so only the small letters at the end are looked at. */
function stemTail(term: string): string {
  const tail = /[a-z]+$/.exec(term)?.[0] ?? '';
  const head = term.slice(0, term.length - tail.length);
  if (tail === '') return term;
  const stand = 'b'.repeat(Math.min(head.length, 1));
  const stemmed = porter(`${stand}${tail}`);
  return stemmed.startsWith(stand) ? head + stemmed.slice(stand.length) : term;
}

export const possessiveEnglish: Stem = (term) => term.replace(/['\u2019\uff07][sS]$/, '');

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
      `Invalid stemmer class specified: ${language}`,
    );
  }
  const stemmer = snowball.newStemmer(name);
  return remembered((term) => stemmer.stem(term));
}

export function stemmerFor(language: string): Stem {
  const name = language.toLowerCase();
  if (name === 'english' || name === 'porter') return porterStem;
  if (name === 'possessive_english') return possessiveEnglish;
  if (name === 'minimal_english') return minimalEnglish;
  return snowballStemmer(name);
}
