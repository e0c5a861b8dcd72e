import type { ComponentSettings } from '../build/component_settings.js';
import type { TokenizerType } from '../build/component_type.js';
import { acceptedCharacters, checkGramDiff, checkGramSizes, gramTokenizer } from './grams.js';

/** `ngram`: makes every gram of every stretch. */
export const NGRAM_TOKENIZER: TokenizerType = {
  name: 'ngram',
  checksLate: true,
  check: (settings, { indexSettings }) => {
    const { minGram, maxGram } = sizesOf(settings);
    checkGramDiff(indexSettings, maxGram - minGram);
    acceptedCharacters(settings);
  },
  create: (settings) => {
    const { minGram, maxGram } = sizesOf(settings);
    checkGramSizes(minGram, maxGram);
    return gramTokenizer('ngram', {
      minGram,
      maxGram,
      accepts: acceptedCharacters(settings),
      edge: false,
    });
  },
};

function sizesOf(settings: ComponentSettings) {
  return { minGram: settings.integer('min_gram', 1), maxGram: settings.integer('max_gram', 2) };
}
