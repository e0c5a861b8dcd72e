import { endingRules } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const POSTPOSITIONS = endingRules([
  [5, 'دا'],
  [4, 'نا', 'ن'],
  [6, 'ەوە'],
]);
const POSSESSIVES = endingRules([[6, 'مان یان تان']]);
const NUMBERS = endingRules([
  [6, 'ێکی'],
  [7, 'یەکی'],
  [5, 'ێک'],
  [6, 'یەک'],
  [6, 'ەکە'],
  [5, 'کە'],
  [7, 'ەکان'],
  [6, 'کان'],
  [7, 'یانی'],
  [6, 'انی'],
  [6, 'یان'],
  [5, 'ان'],
  [7, 'یانە'],
  [6, 'انە'],
  [5, 'ایە', 'ا'],
  [5, 'ەیە', 'ە'],
  [4, 'ە ی'],
]);

/**
 * Kurdish in Arabic script: cuts postpositions, possessives, then endings of number and
 * definiteness.
 */
export const SORANI: StemmerType = {
  names: ['sorani'],
  create: () => (term) => NUMBERS.cut(POSSESSIVES.cut(POSTPOSITIONS.cut(term))),
};
