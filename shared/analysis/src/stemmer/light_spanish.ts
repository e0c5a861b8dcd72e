import { endingRules, folding } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const fold = folding('àáâäòóôöèéêëùúûüìíîï', 'aaaaooooeeeeuuuuiiii');
const ENDINGS = endingRules([
  [4, 'o a e'],
  [4, 'eses', 'es'],
  [4, 'ces', 'z'],
  [4, 'os as es'],
]);

/** J. Savoy: Report on CLEF-2001 experiments. */
export const LIGHT_SPANISH: StemmerType = {
  names: ['light_spanish', 'lightSpanish'],
  create: () => (term) => (term.length < 5 ? term : ENDINGS.cut(fold(term))),
};
