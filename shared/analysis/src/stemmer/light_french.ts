import { endingRules, folding } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const fold = folding('àáâôèéêùûîç', 'aaaoeeeuuic');

/** Cuts the endings of plurals, one after the other. */
function singular(term: string): string {
  let word = term;
  if (word.length > 5 && word.endsWith('x')) {
    word = /[^e]aux$/.test(word) ? `${word.slice(0, -2)}l` : word.slice(0, -1);
  }
  if (word.length > 3 && word.endsWith('x')) word = word.slice(0, -1);
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
}

const BEFORE_TRICE = endingRules([
  [9, 'issement', 'ir'],
  [8, 'issant', 'ir'],
  [6, 'ivement', 'if', (stem) => stem !== ''],
  [6, 'ement', 'e'],
  [11, 'ficatrice', 'fier'],
  [10, 'ficateur', 'fier'],
  [9, 'catrice', 'quer'],
  [8, 'cateur', 'quer'],
  [8, 'atrice', 'er'],
  [7, 'ateur', 'er'],
]);
const AFTER_TRICE = endingRules([
  [5, 'ième'],
  [7, 'teuse', 'ter'],
  [6, 'teur', 'ter'],
  [5, 'euse', 'eu'],
  [8, 'ère', 'er'],
  [7, 'ive', 'if'],
  [4, 'folle', 'fou'],
  [4, 'molle', 'mou'],
  [9, 'nnelle nnel', 'n'],
]);
const BEFORE_ESSE = endingRules([[4, 'ète', 'et']]);
const IQUE = endingRules([[8, 'ique']]);
const LAST = endingRules([
  [8, 'esse', 'e'],
  [7, 'inage', 'in'],
  [9, 'ualisation', 'uel', (stem) => stem.length > 2],
  [9, 'isation isateur'],
  [8, 'ation ition'],
]);

/**
 * J. Savoy: Light stemming approaches for the French, Portuguese, German and Hungarian languages
 * (2006).
 */
export const LIGHT_FRENCH: StemmerType = {
  names: ['light_french', 'lightFrench'],
  create: () => (term) => normal(suffixed(singular(term))),
};

function suffixed(word: string): string {
  const early = BEFORE_TRICE.first(word);
  if (early !== undefined) return early;
  const masculine = word.length > 6 && word.endsWith('trice') ? `${word.slice(0, -5)}teur` : word;
  return AFTER_TRICE.first(masculine) ?? LAST.cut(IQUE.cut(BEFORE_ESSE.cut(masculine)));
}

/** Removes accents and doubled letters, then the endings of feminine forms and infinitives. */
function normal(word: string): string {
  let rest = word.length > 4 ? fold(word).replace(/(\p{L})\1+/gu, '$1') : word;
  if (rest.length > 4 && rest.endsWith('ie')) rest = rest.slice(0, -2);
  if (rest.length <= 4) return rest;
  if (rest.endsWith('r')) rest = rest.slice(0, -1);
  if (rest.endsWith('e')) rest = rest.slice(0, -1);
  if (rest.endsWith('e')) rest = rest.slice(0, -1);
  return rest.at(-1) === rest.at(-2) && /\p{L}$/u.test(rest) ? rest.slice(0, -1) : rest;
}
