/** The light stemmers of English; Porter's two stemmers are among those of the Snowball project. */
import { stemmer as porter } from 'stemmer';
import { endingRules, endsWithAny } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const LOWER_ASCII_WORD = /^[a-z]+$/;

/** Words that consist of an ending alone; the library requires letters before the ending. */
const BARE_ENDINGS: ReadonlyMap<string, string> = new Map([
  ['ies', 'i'],
  ['sses', 'ss'],
  ['eed', 'eed'],
  ['eeds', 'eed'],
]);

/**
 * M. Porter: An algorithm for suffix stripping (1980). The library folds case and knows only ASCII,
 * while Lucene takes every other character for a consonant. A consonant that no rule names stands
 * in for such characters.
 */
export const PORTER: StemmerType = {
  names: ['english', 'porter'],
  create: () => (term) => {
    if (LOWER_ASCII_WORD.test(term)) return BARE_ENDINGS.get(term) ?? porter(term);
    const stand = term.replace(/[^a-z]/g, 'j');
    const stemmed = porter(stand);
    let same = 0;
    while (same < stemmed.length && stemmed[same] === stand[same]) same++;
    return term.slice(0, same) + stemmed.slice(same);
  },
};

export const POSSESSIVE_ENGLISH: StemmerType = {
  names: ['possessive_english', 'possessiveEnglish'],
  changesKeywords: true,
  create: () => (term) => term.replace(/['\u2019\uff07][sS]$/, ''),
};

const S = endingRules([
  [3, 'ies', 'y', (stem) => !/[ae]$/.test(stem)],
  [2, 'es', 'e', (stem) => !/[iaoe]$/.test(stem)],
  [2, 's', '', (stem) => !/[use]$/.test(stem)],
]);

/** D. Harman: How effective is suffixing? (1991), the "S" stemmer. */
export const MINIMAL_ENGLISH: StemmerType = {
  names: ['minimal_english', 'minimalEnglish'],
  create: () => S.cut,
};

const OES = endsWithAny('shoe canoe oboe');
const CHES = endsWithAny(
  'cliche avalanche mustache moustache quiche headache heartache porsche tranche cache',
);
const PLURALS = endingRules([
  [4, 'ies', 'y'],
  [4, 'xes', 'x'],
  [3, 'oes', 'oe', (stem) => OES(`${stem}oe`)],
  [3, 'oes', 'o'],
  [4, 'shes', 'sh'],
  [4, 'sses', 'ss'],
  [4, 'ches', 'che', (stem) => CHES(`${stem}che`)],
  [4, 'ches', 'ch'],
  [2, 's'],
]);

/** The S stemmer with more rules for -es: boxes, dresses and watches lose both letters. */
export const PLURAL_ENGLISH: StemmerType = {
  names: ['plural_english', 'pluralEnglish'],
  create: () => (term) => (/(us|ss)$/.test(term) ? term : PLURALS.cut(term)),
};
