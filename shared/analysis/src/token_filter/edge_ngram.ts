import { ApiError } from '@skein/errors';
import type { ComponentSettings } from '../build/component_settings.js';
import type { TokenFilterType } from '../build/component_type.js';
import { checkGramSizes } from '../tokenizer/grams.js';
import { gramFilter } from './gram_filter.js';

/** `edge_ngram`: makes grams at one end of every term, all at the term's position. */
export const EDGE_NGRAM: TokenFilterType = {
  name: 'edge_ngram',
  readsSettingsLate: true,
  check: (settings) => void gramsOf(settings),
  preconfigured: { max_gram: '1' },
  create: (settings) => {
    const grams = gramsOf(settings);
    checkGramSizes(grams.minGram, grams.maxGram);
    return gramFilter('edge_ngram', grams);
  },
};

function gramsOf(settings: ComponentSettings) {
  return {
    minGram: settings.integer('min_gram', 1),
    maxGram: settings.integer('max_gram', 2),
    edge: sideOf(settings),
    keepOriginal: settings.boolean('preserve_original', false),
  };
}

function sideOf(settings: ComponentSettings): 'front' | 'back' {
  const side = settings.string('side') ?? 'front';
  if (side === 'front' || side === 'back') return side;
  throw new ApiError('illegal_argument_exception', `invalid side: ${side}`);
}
