import { mapped, normalization } from './normalization.js';

const CYRILLIC = 'абвгдежзијклмнопрстћцчуфхш';
const LATIN = 'abvgdezzijklmnoprstcccufhs';

/** `serbian_normalization`: Latin letters without marks, whichever script. */
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
