/**
 * Refined Soundex: the first letter, then a digit for each sound, including that of the first
 * letter. The code has no fixed length.
 */
import type { PhoneticEncoder } from './encoder.js';
import { lettersOf } from './soundex.js';

/** The digit of each letter from A on: nine groups of consonants, and 0 for vowels. */
const DIGITS = '01360240043788015936020505';

export const REFINED_SOUNDEX: PhoneticEncoder = {
  names: ['refined_soundex', 'refinedSoundex'],
  create: () => (word) => {
    const letters = lettersOf(word);
    if (letters === undefined) return [];
    let code = letters.charAt(0);
    let last = '';
    for (const letter of letters) {
      const digit = DIGITS.charAt(letter.charCodeAt(0) - 0x41);
      if (digit !== last) code += digit;
      last = digit;
    }
    return [code];
  },
};
