import { normalization } from './normalization.js';

/**
 * `sorani_normalization`: unifies yeh, kaf, e, heh and rr; removes vowel marks, tatweel and format
 * characters.
 */
export const SORANI_NORMALIZATION = normalization('sorani_normalization', (term) =>
  term
    .replace(/[\u064a\u0649]/g, '\u06cc')
    .replaceAll('\u0643', '\u06a9')
    .replace(/\u0647\u200c|\u0647$|\u0629/g, '\u06d5')
    .replaceAll('\u06be', '\u0647')
    .replace(/^\u0631|\u0692/g, '\u0695')
    .replace(/[\u0640\u064b-\u0652\p{Cf}]/gu, ''),
);
