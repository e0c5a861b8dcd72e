import { RUSSIAN } from '../stop_words/russian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `russian`: stems by the Snowball project's rules. */
export const RUSSIAN_ANALYZER = languageAnalyzer({
  name: 'russian',
  stopWords: RUSSIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'russian' }]],
});
