import type { StemmerType } from './stemmer_type.js';

/** J. Savoy: A stemming procedure and stopword list for general French corpora (1999). */
export const MINIMAL_FRENCH: StemmerType = {
  names: ['minimal_french', 'minimalFrench'],
  create: () => (term) => {
    if (term.length < 6) return term;
    if (term.endsWith('x'))
      return term.endsWith('aux') ? `${term.slice(0, -2)}l` : term.slice(0, -1);
    let word = term;
    for (const last of ['s', 'r', 'e', 'é']) if (word.endsWith(last)) word = word.slice(0, -1);
    return word.at(-1) === word.at(-2) && /\p{L}$/u.test(word) ? word.slice(0, -1) : word;
  },
};
