import { endingRules } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const CASES = endingRules([
  [7, 'atech'],
  [6, 'ětem etem atům'],
  [
    5,
    'ech ich ích ého ěmi emi ému ěte ete ěti eti ího iho ími ímu imu ách ata aty ých ama ami ové ovi ými',
  ],
  [4, 'em es ém ím ům at ám os us ým mi ou'],
  [3, 'a e i o u ů y á é í ý ě'],
]);
const POSSESSIVES = endingRules([[5, 'ov in ův']]);
const CONSONANTS = endingRules([
  [0, 'čt', 'ck'],
  [0, 'št', 'sk'],
  [0, 'c č', 'k'],
  [0, 'z ž', 'h'],
]);

/**
 * L. Dolamic and J. Savoy: Indexing and stemming approaches for the Czech language (2009), the
 * light stemmer.
 */
export const CZECH: StemmerType = {
  names: ['czech'],
  create: () => (term) => {
    const word = POSSESSIVES.cut(CASES.cut(term));
    const changed = CONSONANTS.first(word);
    if (changed !== undefined) return changed;
    const before = word.at(-2);
    if (before === 'e') return word.slice(0, -2) + word.slice(-1);
    return before === 'ů' && word.length > 2 ? `${word.slice(0, -2)}o${word.slice(-1)}` : word;
  },
};
