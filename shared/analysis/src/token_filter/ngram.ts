import type { TokenFilterType } from '../build/component_type.js';
import { checkGramDiff, checkGramSizes } from '../tokenizer/grams.js';
import { gramFilter } from './gram_filter.js';

/** `ngram`: grams of every term, all at the term's position. */
export const NGRAM: TokenFilterType = {
  name: 'ngram',
  create: (settings, context) => {
    const minGram = settings.integer('min_gram', 1);
    const maxGram = settings.integer('max_gram', 2);
    checkGramDiff(context.indexSettings, maxGram - minGram);
    checkGramSizes(minGram, maxGram);
    const keepOriginal = settings.boolean('preserve_original', false);
    return gramFilter('ngram', { minGram, maxGram, keepOriginal, edge: undefined });
  },
};
