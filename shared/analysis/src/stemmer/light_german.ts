import { endingRules, folding } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const fold = folding('äàáâöòóôïìíîüùúû', 'aaaaooooiiiiuuuu');
/** Consonants after which an s or st is an ending. */
const takesS = (stem: string) => /[bdfghklmnt]$/.test(stem);

const FIRST = endingRules([
  [5, 'ern'],
  [4, 'em en er es'],
  [3, 'e'],
  [3, 's', '', takesS],
]);
const SECOND = endingRules([
  [5, 'est'],
  [4, 'er en'],
  [4, 'st', '', takesS],
]);

/**
 * J. Savoy: Light stemming approaches for the French, Portuguese, German and Hungarian languages
 * (2006).
 */
export const LIGHT_GERMAN: StemmerType = {
  names: ['light_german', 'lightGerman'],
  create: () => (term) => SECOND.cut(FIRST.cut(fold(term))),
};
