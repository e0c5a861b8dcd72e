import { ARABIC } from '../stop_words/arabic.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `arabic`: normalizes digits and letters, then stems with a light stemmer. */
export const ARABIC_ANALYZER = languageAnalyzer({
  name: 'arabic',
  stopWords: ARABIC,
  links: [
    'lowercase',
    'decimal_digit',
    'stop',
    'arabic_normalization',
    'stem_exclusion',
    ['stemmer', { language: 'arabic' }],
  ],
});
