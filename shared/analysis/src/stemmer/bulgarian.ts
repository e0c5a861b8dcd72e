import { endingRules } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const ARTICLES = endingRules([
  [6, 'ият'],
  [5, 'ът то те та ия'],
  [4, 'ят'],
]);
const PLURALS = endingRules([
  [6, 'овци ове', 'о'],
  [6, 'еве', 'й'],
  [5, 'ища та'],
  [5, 'ци', 'к'],
  [5, 'зи', 'г'],
  // An е that stands two letters before the final и is я in the singular.
  [5, 'и', (stem) => `${stem.slice(0, -2)}я${stem.slice(-1)}`, (stem) => stem.at(-2) === 'е'],
  [4, 'си', 'х'],
  [4, 'и'],
]);
const VOWELS = endingRules([[2, 'а о е']]);

/** J. Savoy: Searching strategies for the Bulgarian language (2007). */
export const BULGARIAN: StemmerType = {
  names: ['bulgarian'],
  create: () => (term) => {
    if (term.length < 4) return term;
    if (term.length > 5 && term.endsWith('ища')) return term.slice(0, -3);
    let word = PLURALS.cut(ARTICLES.cut(term));
    if (word.length > 3) {
      if (word.endsWith('я')) word = word.slice(0, -1);
      word = VOWELS.cut(word);
    }
    if (word.length > 4 && word.endsWith('ен')) word = `${word.slice(0, -2)}н`;
    return word.length > 5 && word.at(-2) === 'ъ' ? word.slice(0, -2) + word.slice(-1) : word;
  },
};
