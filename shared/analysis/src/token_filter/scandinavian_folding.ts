import { normalization } from './normalization.js';

const PLAIN: Readonly<Record<string, string>> = {
  å: 'a',
  ä: 'a',
  æ: 'a',
  Å: 'A',
  Ä: 'A',
  Æ: 'A',
  ø: 'o',
  ö: 'o',
  Ø: 'O',
  Ö: 'O',
};

/**
 * `scandinavian_folding`: replaces å, ä, æ, ø, ö and the pairs of letters that stand for them by a
 * and o.
 */
export const SCANDINAVIAN_FOLDING = normalization('scandinavian_folding', (term) =>
  term.replace(
    /[åäæÅÄÆøöØÖ]|[aA][aAåÅeEoO]|[oO][eEoO]/g,
    (found) => PLAIN[found] ?? found.charAt(0),
  ),
);
