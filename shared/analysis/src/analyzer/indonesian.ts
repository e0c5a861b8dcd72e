import { INDONESIAN } from '../stop_words/indonesian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `indonesian`: stems by cutting prefixes and suffixes. */
export const INDONESIAN_ANALYZER = languageAnalyzer({
  name: 'indonesian',
  stopWords: INDONESIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'indonesian' }]],
});
