import { HUNGARIAN } from '../stop_words/hungarian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `hungarian`: stems by the Snowball project's rules. */
export const HUNGARIAN_ANALYZER = languageAnalyzer({
  name: 'hungarian',
  stopWords: HUNGARIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'hungarian' }]],
});
