import { endingRules, folding } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const fold = folding('àáâäãòóôöõèéêëùúûüìíîïç', 'aaaaaoooooeeeeuuuuiiiic');

const PLURALS = endingRules([
  [4, 'es', '', (stem) => /[rslz]$/.test(stem)],
  [3, 'ns', 'm'],
  [4, 'eis éis', 'el'],
  [4, 'ais', 'al'],
  [4, 'óis', 'ol'],
  [4, 'is', 'il'],
  [3, 'ões ães', 'ão'],
  [6, 'mente'],
  [3, 's'],
]);
const FEMININES = endingRules([
  [7, 'inha', 'inho'],
  [7, 'iaca', 'iaco'],
  [7, 'eira', 'eiro'],
  [6, 'osa', 'oso'],
  [6, 'ica', 'ico'],
  [6, 'ida', 'ido'],
  [6, 'ada', 'ado'],
  [6, 'iva', 'ivo'],
  [6, 'ama', 'amo'],
  [6, 'ona', 'ão'],
  [6, 'ora', 'or'],
  [6, 'esa', 'ês'],
  [6, 'na', 'no'],
]);
const VOWELS = endingRules([[4, 'e a o']]);

/**
 * J. Savoy: Light stemming approaches for the French, Portuguese, German and Hungarian languages
 * (2006).
 */
export const LIGHT_PORTUGUESE: StemmerType = {
  names: ['light_portuguese', 'lightPortuguese'],
  create: () => (term) =>
    term.length < 4 ? term : fold(VOWELS.cut(FEMININES.cut(PLURALS.cut(term)))),
};
