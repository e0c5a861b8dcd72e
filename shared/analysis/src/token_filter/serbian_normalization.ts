import { mapped, normalization } from './normalization.js';

const CYRILLIC = 'абвгдежзијклмнопрстћцчуфхш';
const LATIN = 'abvgdezzijklmnoprstcccufhs';

/** `serbian_normalization`: replaces letters of either script by Latin letters without marks. */
export const SERBIAN_NORMALIZATION = normalization(
  'serbian_normalization',
  mapped({
    ...Object.fromEntries([...CYRILLIC].map((letter, index) => [letter, LATIN.charAt(index)])),
    ђ: 'dj',
    đ: 'dj',
    љ: 'lj',
    њ: 'nj',
    џ: 'dz',
    ž: 'z',
    č: 'c',
    ć: 'c',
    š: 's',
  }),
);
