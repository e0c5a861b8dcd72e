import { LATVIAN } from '../stop_words/latvian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `latvian`: stems with a light stemmer. */
export const LATVIAN_ANALYZER = languageAnalyzer({
  name: 'latvian',
  stopWords: LATVIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'latvian' }]],
});
