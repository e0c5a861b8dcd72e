import type { StemmerType } from './stemmer_type.js';

/**
 * Groups of letters that are packed into one character while the word is stemmed; a doubled
 * letter's second half becomes `*`.
 */
const SINGLE: Readonly<Record<string, string>> = {
  sch: '$',
  ch: '§',
  ei: '%',
  ie: '&',
  ig: '#',
  st: '!',
};
const SEVERAL = new Map(Object.entries(SINGLE).map(([letters, single]) => [single, letters]));
const PLAIN: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u', ß: 'ss' };

/**
 * J. Caumanns: A fast and simple stemming algorithm for German words (1999). Only the `german_stem`
 * filter uses it: `stemmer` does not know it.
 */
export const CAUMANNS_GERMAN: StemmerType = {
  names: [],
  create: () => (given) => {
    const term = given.toLowerCase();
    if (!/^\p{L}*$/u.test(term)) return term;
    const plain = term.replace(/[äöüß]/g, (letter) => PLAIN[letter] ?? letter);
    const packed = plain.replace(/sch|ch|ei|ie|ig|st|(.)\1/g, (letters, doubled?: string) =>
      doubled === undefined ? (SINGLE[letters] ?? letters) : `${doubled}*`,
    );
    // As in Lucene's GermanStemmer, an ß counts as two letters that were packed into one.
    const removed = plain.length - packed.length + (term.split('ß').length - 1);
    const unpacked = optimized(strip(packed, removed), removed)
      .replace(/(.)\*/g, '$1$1')
      .replace(/[$§%&#!]/g, (single) => SEVERAL.get(single) ?? single);
    return unpacked.replace('gege', 'ge');
  },
};

/** `removed`: how many letters fewer the word has since it was packed. */
function strip(word: string, removed: number): string {
  let rest = word;
  while (rest.length > 3) {
    const length = rest.length + removed;
    if ((length > 5 && rest.endsWith('nd')) || (length > 4 && /e[mr]$/.test(rest)))
      rest = rest.slice(0, -2);
    else if (/[esnt]$/.test(rest)) rest = rest.slice(0, -1);
    else break;
  }
  return rest;
}

function optimized(word: string, removed: number): string {
  const rest = word.length > 5 && word.endsWith('erin*') ? strip(word.slice(0, -1), removed) : word;
  return rest.endsWith('z') ? `${rest.slice(0, -1)}x` : rest;
}
