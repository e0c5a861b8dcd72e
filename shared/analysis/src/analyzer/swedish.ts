import { SWEDISH } from '../stop_words/swedish.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `swedish`: stems of the Snowball project. */
export const SWEDISH_ANALYZER = languageAnalyzer({
  name: 'swedish',
  stopWords: SWEDISH,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'swedish' }]],
});
