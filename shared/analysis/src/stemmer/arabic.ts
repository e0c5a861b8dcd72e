import type { StemmerType } from './stemmer_type.js';

/**
 * Articles and the particles written together with them. The last, "and", leaves at least three
 * letters, the others at least two.
 */
const PREFIXES = ['ال', 'وال', 'بال', 'كال', 'فال', 'لل', 'و'];
const SUFFIXES = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي'];

/**
 * L. Larkey, L. Ballesteros, M. Connell: Improving stemming for Arabic information retrieval
 * (2002), "light8" and the like.
 */
export const ARABIC: StemmerType = {
  names: ['arabic'],
  create: () => (term) => {
    const prefix = PREFIXES.find(
      (each) => term.startsWith(each) && term.length >= Math.max(4, each.length + 2),
    );
    let word = prefix === undefined ? term : term.slice(prefix.length);
    for (const suffix of SUFFIXES) {
      if (word.length >= suffix.length + 2 && word.endsWith(suffix))
        word = word.slice(0, -suffix.length);
    }
    return word;
  },
};
