/** Double Metaphone: a word's code, and a second code if it has another likely pronunciation. */
import { doubleMetaphone } from 'double-metaphone';
import type { PhoneticEncoder } from './encoder.js';

export const DOUBLE_METAPHONE: PhoneticEncoder = {
  names: ['double_metaphone', 'doubleMetaphone'],
  create: ({ maxCodeLength }) => {
    return (word) => {
      const codes = doubleMetaphone(withOneC(word)).map((code) => code.slice(0, maxCodeLength));
      return [...new Set(codes)].filter((code) => code !== '');
    };
  },
};

/** The two C's of "McConnell" are one sound, but the package encodes both. */
function withOneC(word: string): string {
  return word.replace(/^(\s*mc)c(?![ei])/i, '$1');
}
