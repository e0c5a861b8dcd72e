import { HUNGARIAN } from '../stop_words/hungarian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `hungarian`: stems of the Snowball project. */
export const HUNGARIAN_ANALYZER = languageAnalyzer({
  name: 'hungarian',
  stopWords: HUNGARIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'hungarian' }]],
});
