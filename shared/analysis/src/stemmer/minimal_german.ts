import { endingRules, folding } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const fold = folding('äöü', 'aou');
const PLURALS = endingRules([
  [6, 'nen'],
  [5, 'en se es er'],
  [4, 'n e s r'],
]);

/** J. Savoy: Morphologie et recherche d'information. */
export const MINIMAL_GERMAN: StemmerType = {
  names: ['minimal_german', 'minimalGerman'],
  create: () => (term) => (term.length < 5 ? term : PLURALS.cut(fold(term))),
};
