import type { TokenFilterType } from '../build/component_type.js';
import { checkGramSizes } from '../tokenizer/grams.js';
import { gramFilter } from './gram_filter.js';

/** `edge_ngram`: grams of every term, all at the term's position. */
export const EDGE_NGRAM: TokenFilterType = {
  name: 'edge_ngram',
  create: (settings) => {
    const minGram = settings.integer('min_gram', 1);
    const maxGram = settings.integer('max_gram', 2);
    checkGramSizes(minGram, maxGram);
    const keepOriginal = settings.boolean('preserve_original', false);
    return gramFilter('edge_ngram', { minGram, maxGram, keepOriginal, edge: true });
  },
};
