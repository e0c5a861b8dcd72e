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
    const stripped = strip(packed, plain.length - packed.length);
    const unpacked = optimized(stripped, plain.length - packed.length)
      .replace(/(.)\*/g, '$1$1')
      .replace(/[$§%&#!]/g, (single) => SEVERAL.get(single) ?? single);
    return unpacked.replace(/^(.{0,}?)gege/, '$1ge');
  },
};

function strip(word: string, packed: number): string {
  let rest = word;
  while (rest.length > 3) {
    const length = rest.length + packed;
    if ((length > 5 && rest.endsWith('nd')) || (length > 4 && /e[mr]$/.test(rest)))
      rest = rest.slice(0, -2);
    else if (/[esnt]$/.test(rest)) rest = rest.slice(0, -1);
    else break;
  }
  return rest;
}

function optimized(word: string, packed: number): string {
  const rest = word.length > 5 && word.endsWith('erin*') ? strip(word.slice(0, -1), packed) : word;
  return rest.endsWith('z') ? `${rest.slice(0, -1)}x` : rest;
}
