import { endingRules, folding } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const fold = folding('áëéíóőõöúűũûü', 'aeeioooouuuuu');
const afterVowel = (stem: string) => /[aeiouy]$/.test(stem);
const afterConsonant = (stem: string) => !afterVowel(stem);
const doubled = (stem: string) => /([^aeiouy])\1$/.test(stem);
/** Removes one half of a doubled consonant together with the ending. */
const half = (stem: string) => stem.slice(0, -1);

const CASES = endingRules([
  [6, 'kent'],
  [5, 'nak nek val vel ert rol ban ben bol nal nel hoz hez tol'],
  [5, 'al el', half, doubled],
  [4, 'at et ot va ve ra re ba be ul ig'],
  [4, 'on en', '', afterConsonant],
  [4, 't n'],
  [4, 'a e', half, doubled],
]);
const POSSESSIVES = endingRules([
  [6, 'atok otok etek', '', afterConsonant],
  [6, 'itek itok'],
  [5, 'unk tok tek', '', afterConsonant],
  [5, 'juk', '', afterVowel],
  [5, 'ink'],
  [4, 'am em om ad ed od uk', '', afterConsonant],
  [4, 'nk ja je', '', afterVowel],
  [4, 'im id ik'],
  [3, 'a e', '', afterConsonant],
  [3, 'm d', '', afterVowel],
  [3, 'i'],
]);
const PLURALS = endingRules([
  [4, 'ak ok ek'],
  [3, 'k'],
]);
const VOWELS = endingRules([[3, 'a e i o']]);

/**
 * J. Savoy: Light stemming approaches for the French, Portuguese, German and Hungarian languages
 * (2006).
 */
export const LIGHT_HUNGARIAN: StemmerType = {
  names: ['light_hungarian', 'lightHungarian'],
  create: () => (term) => VOWELS.cut(PLURALS.cut(POSSESSIVES.cut(CASES.cut(fold(term))))),
};
