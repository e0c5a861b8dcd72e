import { GERMAN } from '../stop_words/german.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `german`: umlauts in one spelling, light stems. */
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
