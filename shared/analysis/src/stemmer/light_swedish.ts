import { endingRules } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const ENDINGS = endingRules([
  [7, 'elser heten'],
  [6, 'arne erna ande else aste orna aren'],
  [5, 'are ast het'],
  [4, 'ar er or en at te et'],
  [3, 't a e n'],
]);

/** J. Savoy: Report on CLEF-2003 monolingual tracks. */
export const LIGHT_SWEDISH: StemmerType = {
  names: ['light_swedish', 'lightSwedish'],
  create: () => (term) =>
    ENDINGS.cut(term.length > 4 && term.endsWith('s') ? term.slice(0, -1) : term),
};
