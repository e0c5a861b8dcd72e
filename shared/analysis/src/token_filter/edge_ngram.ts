import { ApiError } from '@skein/errors';
import type { TokenFilterType } from '../build/component_type.js';
import { checkGramSizes } from '../tokenizer/grams.js';
import { gramFilter } from './gram_filter.js';

/** `edge_ngram`: grams of every term, all at the term's position. */
export const EDGE_NGRAM: TokenFilterType = {
  name: 'edge_ngram',
  preconfigured: { max_gram: '1' },
  create: (settings) => {
    const minGram = settings.integer('min_gram', 1);
    const maxGram = settings.integer('max_gram', 2);
    checkGramSizes(minGram, maxGram);
    const keepOriginal = settings.boolean('preserve_original', false);
    const side = settings.string('side') ?? 'front';
    if (side !== 'front' && side !== 'back') {
      throw new ApiError('illegal_argument_exception', `invalid side: ${side}`);
    }
    return gramFilter('edge_ngram', { minGram, maxGram, keepOriginal, edge: side });
  },
};
