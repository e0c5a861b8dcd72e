/** Double Metaphone: a word's code, and a second one where it may be spoken otherwise. */
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

/** The C's of "McConnell" are one sound; the package says both. */
function withOneC(word: string): string {
  return word.replace(/^(\s*mc)c(?![ei])/i, '$1');
}
