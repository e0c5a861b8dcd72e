import { PORTUGUESE } from '../stop_words/portuguese.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `portuguese`: stems with a light stemmer. */
export const PORTUGUESE_ANALYZER = languageAnalyzer({
  name: 'portuguese',
  stopWords: PORTUGUESE,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'light_portuguese' }]],
});
