import { ApiError } from '@skein/errors';
import type { ComponentSettings } from '../build/component_settings.js';
import type { TokenFilterType } from '../build/component_type.js';
import { checkGramSizes } from '../tokenizer/grams.js';
import { gramFilter } from './gram_filter.js';

/** `edge_ngram`: grams of every term, all at the term's position. */
export const EDGE_NGRAM: TokenFilterType = {
  name: 'edge_ngram',
  readsSettingsLate: true,
  check: (settings) => void sideOf(settings),
  preconfigured: { max_gram: '1' },
  create: (settings) => {
    const minGram = settings.integer('min_gram', 1);
    const maxGram = settings.integer('max_gram', 2);
    checkGramSizes(minGram, maxGram);
    const keepOriginal = settings.boolean('preserve_original', false);
    return gramFilter('edge_ngram', { minGram, maxGram, keepOriginal, edge: sideOf(settings) });
  },
};

function sideOf(settings: ComponentSettings): 'front' | 'back' {
  const side = settings.string('side') ?? 'front';
  if (side === 'front' || side === 'back') return side;
  throw new ApiError('illegal_argument_exception', `invalid side: ${side}`);
}
