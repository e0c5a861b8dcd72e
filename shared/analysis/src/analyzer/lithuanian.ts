import { LITHUANIAN } from '../stop_words/lithuanian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `lithuanian`: stems by the Snowball project's rules. */
export const LITHUANIAN_ANALYZER = languageAnalyzer({
  name: 'lithuanian',
  stopWords: LITHUANIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'lithuanian' }]],
});
