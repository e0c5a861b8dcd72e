import { ARMENIAN } from '../stop_words/armenian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `armenian`: stems by the Snowball project's rules. */
export const ARMENIAN_ANALYZER = languageAnalyzer({
  name: 'armenian',
  stopWords: ARMENIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'armenian' }]],
});
