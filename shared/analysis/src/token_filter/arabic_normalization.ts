import { mapped, normalization } from './normalization.js';

/** Tatweel and the vowel marks. */
const MARKS = Object.fromEntries(
  [...'\u0640\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652'].map((mark) => [mark, '']),
);

/**
 * `arabic_normalization`: writes alef and yeh in one form each, teh marbuta as heh, and removes
 * vowel marks.
 */
export const ARABIC_NORMALIZATION = normalization(
  'arabic_normalization',
  mapped({
    '\u0622': '\u0627',
    '\u0623': '\u0627',
    '\u0625': '\u0627',
    '\u0649': '\u064a',
    '\u0629': '\u0647',
    ...MARKS,
  }),
);
