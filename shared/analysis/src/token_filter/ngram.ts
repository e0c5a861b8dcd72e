import type { ComponentSettings } from '../build/component_settings.js';
import type { TokenFilterType } from '../build/component_type.js';
import { checkGramDiff, checkGramSizes } from '../tokenizer/grams.js';
import { gramFilter } from './gram_filter.js';

/** `ngram`: makes grams of every term, all at the term's position. */
export const NGRAM: TokenFilterType = {
  name: 'ngram',
  readsSettingsLate: true,
  check: (settings, { indexSettings }) => {
    const { minGram, maxGram } = sizesOf(settings);
    checkGramDiff(indexSettings, maxGram - minGram);
    settings.boolean('preserve_original', false);
  },
  create: (settings) => {
    const { minGram, maxGram } = sizesOf(settings);
    checkGramSizes(minGram, maxGram);
    const keepOriginal = settings.boolean('preserve_original', false);
    return gramFilter('ngram', { minGram, maxGram, keepOriginal, edge: undefined });
  },
};

function sizesOf(settings: ComponentSettings) {
  return { minGram: settings.integer('min_gram', 1), maxGram: settings.integer('max_gram', 2) };
}
