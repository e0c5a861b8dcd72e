import type { TokenizerType } from '../build/component_type.js';
import { acceptedCharacters, checkGramDiff, checkGramSizes, gramTokenizer } from './grams.js';

/** `ngram`: every gram of every stretch. */
export const NGRAM_TOKENIZER: TokenizerType = {
  name: 'ngram',
  create: (settings, context) => {
    const minGram = settings.integer('min_gram', 1);
    const maxGram = settings.integer('max_gram', 2);
    checkGramDiff(context.indexSettings, maxGram - minGram);
    checkGramSizes(minGram, maxGram);
    return gramTokenizer('ngram', {
      minGram,
      maxGram,
      accepts: acceptedCharacters(settings),
      edge: false,
    });
  },
};
