import { normalization } from './normalization.js';

/** Pairs of letters that stand for one, in either case of the second. */
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

/** `scandinavian_normalization`: å, æ and ø for all the ways to write them. */
export const SCANDINAVIAN_NORMALIZATION = normalization('scandinavian_normalization', (term) =>
  term.replace(
    /[äÄöÖ]|[aA][aAoOeE]|[oO][eEoO]/g,
    (found) => FORMS[found.charAt(0) + found.slice(1).toLowerCase()] ?? found,
  ),
);
