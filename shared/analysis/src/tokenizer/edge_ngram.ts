import type { TokenizerType } from '../build/component_type.js';
import { acceptedCharacters, checkGramSizes, gramTokenizer } from './grams.js';

/** `edge_ngram`: the grams at the start of a stretch, for search as you type. */
export const EDGE_NGRAM_TOKENIZER: TokenizerType = {
  name: 'edge_ngram',
  checksLate: true,
  check: (settings) => void acceptedCharacters(settings),
  create: (settings) => {
    const minGram = settings.integer('min_gram', 1);
    const maxGram = settings.integer('max_gram', 2);
    checkGramSizes(minGram, maxGram);
    return gramTokenizer('edge_ngram', {
      minGram,
      maxGram,
      accepts: acceptedCharacters(settings),
      edge: true,
    });
  },
};
