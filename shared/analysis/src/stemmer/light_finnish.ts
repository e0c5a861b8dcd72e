import { endingRules, folding } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const fold = folding('äåö', 'aao');

const ADJECTIVES = endingRules([[11, 'dellinen dellisuus']]);
const CASES = endingRules([
  [5, 'lla tse sti ni'],
  [5, 'aa', 'a'],
]);
const MORE_CASES = endingRules([
  [8, 'nnen ntena', 's'],
  [8, 'tten eiden'],
  [6, 'neen niin seen teen inen'],
  [6, 'han hen hin hon hun hyn'],
  [6, 'den', 's'],
  [6, 'ksen', 's'],
  [6, 'ssa sta lla lta tta ksi lle'],
  [5, 'na ne nei'],
  [4, 'ja ta a'],
  [4, 'an en in on un yn n'],
]);
const GRADES = endingRules([[5, 'hde', 'ksi']]);
const ENDS = endingRules([
  [4, 'ei at'],
  [3, 't s j e a i'],
]);

/** J. Savoy: Report on CLEF-2003 monolingual tracks. */
export const LIGHT_FINNISH: StemmerType = {
  names: ['light_finnish', 'light_finish', 'lightFinnish'],
  create: () => (term) => {
    if (term.length < 4) return term;
    const word = MORE_CASES.cut(CASES.cut(withoutParticles(fold(term))));
    return shortened(ENDS.cut(GRADES.cut(word)));
  },
};

function withoutParticles(word: string): string {
  let rest = word;
  while (rest.length > 8 && /(kin|ko)$/.test(rest)) rest = rest.replace(/(kin|ko)$/, '');
  return ADJECTIVES.cut(rest);
}

function shortened(word: string): string {
  let rest = word.length > 8 && /[eou]$/.test(word) ? word.slice(0, -1) : word;
  if (rest.length > 4 && rest.endsWith('i')) rest = rest.slice(0, -1);
  return rest.length > 4 ? rest.replace(/([kpt])\1+/g, '$1') : rest;
}
