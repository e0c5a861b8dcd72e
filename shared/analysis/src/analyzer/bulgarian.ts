import { BULGARIAN } from '../stop_words/bulgarian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `bulgarian`: stems with a light stemmer. */
export const BULGARIAN_ANALYZER = languageAnalyzer({
  name: 'bulgarian',
  stopWords: BULGARIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'bulgarian' }]],
});
