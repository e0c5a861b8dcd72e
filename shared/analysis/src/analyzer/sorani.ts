import { SORANI } from '../stop_words/sorani.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `sorani`: normalizes Kurdish letters and digits, then stems with a light stemmer. */
export const SORANI_ANALYZER = languageAnalyzer({
  name: 'sorani',
  stopWords: SORANI,
  links: [
    'sorani_normalization',
    'lowercase',
    'decimal_digit',
    'stop',
    'stem_exclusion',
    ['stemmer', { language: 'sorani' }],
  ],
});
