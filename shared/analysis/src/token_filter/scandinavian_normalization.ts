import { normalization } from './normalization.js';

/** Spellings of å, æ and ø; pairs of letters are listed with the second in lower case. */
const FORMS: Readonly<Record<string, string>> = {
  ä: 'æ',
  Ä: 'Æ',
  ö: 'ø',
  Ö: 'Ø',
  aa: 'å',
  ao: 'å',
  ae: 'æ',
  oe: 'ø',
  oo: 'ø',
  Aa: 'Å',
  Ao: 'Å',
  Ae: 'Æ',
  Oe: 'Ø',
  Oo: 'Ø',
};

/** `scandinavian_normalization`: replaces all spellings of å, æ and ø by these letters. */
export const SCANDINAVIAN_NORMALIZATION = normalization('scandinavian_normalization', (term) =>
  term.replace(
    /[äÄöÖ]|[aA][aAoOeE]|[oO][eEoO]/g,
    (found) => FORMS[found.charAt(0) + found.slice(1).toLowerCase()] ?? found,
  ),
);
