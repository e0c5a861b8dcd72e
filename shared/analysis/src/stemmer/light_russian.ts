import { endingRules } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const CASES = endingRules([
  [6, 'иями оями'],
  [5, 'иям иях оях ями оям оьв ами его ему ери ими ого ому ыми оев'],
  [4, 'ая яя ях юю ах ею их ия ию ьв ою ую ям ых ея ам ем ей ём ев ий им ое ой ом ов ые ый ым ми'],
  [3, 'а е и о у й ы я ь'],
]);
const ENDS = endingRules([
  [3, 'ь и'],
  [3, 'нн', 'н'],
]);

/** L. Dolamic and J. Savoy: Indexing and searching strategies for the Russian language (2009). */
export const LIGHT_RUSSIAN: StemmerType = {
  names: ['light_russian', 'lightRussian'],
  create: () => (term) => ENDS.cut(CASES.cut(term)),
};
