import type { StemmerType } from './stemmer_type.js';

/** The last suffix is the zero-width non-joiner. */
const SUFFIXES = ['ات', 'ان', 'ترين', 'تر', 'يي', 'ي', 'ها', '\u200c'];

/**
 * Cuts plurals, comparatives and similar suffixes, each once and in this order, if two letters
 * stay.
 */
export const PERSIAN: StemmerType = {
  names: ['persian'],
  create: () => (term) => {
    let word = term;
    for (const suffix of SUFFIXES) {
      if (word.length >= suffix.length + 2 && word.endsWith(suffix))
        word = word.slice(0, -suffix.length);
    }
    return word;
  },
};
