import { endingRules, folding } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const fold = folding('àáâäòóôöèéêëùúûüìíîï', 'aaaaooooeeeeuuuuiiii');
const ENDINGS = endingRules([[5, 'ie he hi ii ia io e i a o']]);

/** J. Savoy: Report on CLEF-2001 experiments. */
export const LIGHT_ITALIAN: StemmerType = {
  names: ['light_italian', 'lightItalian'],
  create: () => (term) => (term.length < 6 ? term : ENDINGS.cut(fold(term))),
};
