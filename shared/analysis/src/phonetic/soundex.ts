/**
 * American Soundex: the first letter and three digits
 * (https://www.archives.gov/research/census/soundex).
 */
import type { PhoneticEncoder } from './encoder.js';

/**
 * The digit of each letter from A on. 0 is for vowels, which separate equal consonants, and for H
 * and W, which do not.
 */
const DIGITS = '01230120022455012623010202';
const LENGTH = 4;

export const SOUNDEX: PhoneticEncoder = {
  names: ['soundex'],
  create: () => (word) => {
    const letters = lettersOf(word);
    if (letters === undefined) return [];
    let code = letters.charAt(0);
    let last = digitOf(code);
    for (const letter of letters.slice(1)) {
      if (letter === 'H' || letter === 'W') continue;
      const digit = digitOf(letter);
      if (digit !== '0' && digit !== last) code += digit;
      last = digit;
    }
    return [code.padEnd(LENGTH, '0').slice(0, LENGTH)];
  },
};

function digitOf(letter: string): string {
  return DIGITS.charAt(letter.charCodeAt(0) - 0x41);
}

/**
 * The letters of a word in upper case, without other characters; `undefined` if there are none, or
 * if one is outside A to Z.
 */
export function lettersOf(word: string): string | undefined {
  const letters = word.toUpperCase().replace(/\P{L}/gu, '');
  return /^[A-Z]+$/.test(letters) ? letters : undefined;
}
