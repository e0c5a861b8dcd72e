import { normalization } from './normalization.js';

const PLAIN: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u', ß: 'ss' };
const NEEDED = /[äöüß]|[aou]e/;

/**
 * `german_normalization`: replaces umlauts in any spelling by their vowels, and ß by ss. After a
 * vowel or a q, `ue` is no umlaut.
 */
export const GERMAN_NORMALIZATION = normalization('german_normalization', (term) =>
  NEEDED.test(term) ? plainVowels(term) : term,
);

function plainVowels(term: string): string {
  let plain = '';
  let takesE = false;
  let afterVowel = false;
  for (let at = 0; at < term.length; at++) {
    const character = term.charAt(at);
    if (character !== 'e' || !takesE) plain += PLAIN[character] ?? character;
    takesE =
      character === 'a' || character === 'o' || (character === 'u' && !afterVowel && !takesE);
    afterVowel = 'ueiqyäöü'.includes(character) && !takesE;
  }
  return plain;
}
