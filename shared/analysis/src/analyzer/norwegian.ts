import { NORWEGIAN } from '../stop_words/norwegian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `norwegian`: stems by the Snowball project's rules. */
export const NORWEGIAN_ANALYZER = languageAnalyzer({
  name: 'norwegian',
  stopWords: NORWEGIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'norwegian' }]],
});
