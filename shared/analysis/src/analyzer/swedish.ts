import { SWEDISH } from '../stop_words/swedish.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `swedish`: stems by the Snowball project's rules. */
export const SWEDISH_ANALYZER = languageAnalyzer({
  name: 'swedish',
  stopWords: SWEDISH,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'swedish' }]],
});
