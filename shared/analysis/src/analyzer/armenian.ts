import { ARMENIAN } from '../stop_words/armenian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `armenian`: stems of the Snowball project. */
export const ARMENIAN_ANALYZER = languageAnalyzer({
  name: 'armenian',
  stopWords: ARMENIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'armenian' }]],
});
