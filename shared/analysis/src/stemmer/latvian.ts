import type { StemmerType } from './stemmer_type.js';

/**
 * Endings, each with the number of vowels that the word must exceed; `*` marks endings that soften
 * the consonant before them.
 */
const ENDINGS =
  'ajiem3 ajai3 ajam2 ajām2 ajos2 ajās2 iem2* ajā2 ais2 ai2 ei2 ām1 am1 ēm1 īm1 im1 um1 us1* as1 ās1 es1 os1* ij1 īs1 ēs1 is1 ie1 u1* a1* i1* e1 ā1 ē1 ī1 ū1 o1 s0 š0'
    .split(' ')
    .map((text) => {
      const [, ending = '', vowels = '', softens] = /^(\D+)(\d)(\*?)$/.exec(text) ?? [];
      return { ending, vowels: Number(vowels), softens: softens === '*' };
    });

const HARD: readonly (readonly [soft: string, hard: string])[] = [
  ['pj', 'p'],
  ['bj', 'b'],
  ['mj', 'm'],
  ['vj', 'v'],
  ['šņ', 'sn'],
  ['žņ', 'zn'],
  ['šļ', 'sl'],
  ['žļ', 'zl'],
  ['ļņ', 'ln'],
  ['ļļ', 'll'],
  ['č', 'c'],
  ['ļ', 'l'],
  ['ņ', 'n'],
];
/** Consonants hardened in the genitive plural only. */
const HARD_BEFORE_U: typeof HARD = [['kš', 'kst'], ['ņņ', 'nn'], ...HARD];

/** K. Kreslins: A stemming algorithm for Latvian (1996), the rules for nouns and adjectives. */
export const LATVIAN: StemmerType = {
  names: ['latvian'],
  create: () => (term) => {
    const vowels = term.match(/[aeiouāīēū]/g)?.length ?? 0;
    const found = ENDINGS.find(
      ({ ending, vowels: least }) =>
        vowels > least && term.length >= ending.length + 3 && term.endsWith(ending),
    );
    if (!found) return term;
    const stem = term.slice(0, -found.ending.length);
    if (!found.softens) return stem;
    const pairs = found.ending.startsWith('u') ? HARD_BEFORE_U : HARD;
    const pair = pairs.find(([soft]) => stem.endsWith(soft));
    return pair ? stem.slice(0, -pair[0].length) + pair[1] : stem;
  },
};
