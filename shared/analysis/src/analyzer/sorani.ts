import { SORANI } from '../stop_words/sorani.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `sorani`: Kurdish: one spelling of letters, digits, light stems. */
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
