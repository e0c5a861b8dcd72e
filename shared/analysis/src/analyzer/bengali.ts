import { BENGALI } from '../stop_words/bengali.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `bengali`: normalizes digits and letters, then stems with a light stemmer. */
export const BENGALI_ANALYZER = languageAnalyzer({
  name: 'bengali',
  stopWords: BENGALI,
  links: [
    'lowercase',
    'decimal_digit',
    'stem_exclusion',
    'indic_normalization',
    'bengali_normalization',
    'stop',
    ['stemmer', { language: 'bengali' }],
  ],
});
