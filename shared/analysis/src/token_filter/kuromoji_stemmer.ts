import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';

const DEFAULT_LENGTH = 4;
const LONG_KATAKANA = /^[\u30a0-\u30ff]*\u30fc$/;

/** `kuromoji_stemmer`: removes the length sign at the end of words in katakana. */
export const KUROMOJI_STEMMER: TokenFilterType = {
  name: 'kuromoji_stemmer',
  create: (settings) => {
    const least = settings.integer('minimum_length', DEFAULT_LENGTH);
    const stem = (term: string): string =>
      term.length >= least && LONG_KATAKANA.test(term) ? term.slice(0, -1) : term;
    return termFilter('kuromoji_stemmer', stem, { sparesKeywords: true });
  },
};
