import { GERMAN } from '../stop_words/german.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `german`: writes umlauts in one spelling and stems with a light stemmer. */
export const GERMAN_ANALYZER = languageAnalyzer({
  name: 'german',
  stopWords: GERMAN,
  links: [
    'lowercase',
    'stop',
    'stem_exclusion',
    'german_normalization',
    ['stemmer', { language: 'light_german' }],
  ],
});
