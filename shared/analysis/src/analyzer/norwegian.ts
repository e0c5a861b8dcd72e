import { NORWEGIAN } from '../stop_words/norwegian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `norwegian`: stems of the Snowball project. */
export const NORWEGIAN_ANALYZER = languageAnalyzer({
  name: 'norwegian',
  stopWords: NORWEGIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'norwegian' }]],
});
