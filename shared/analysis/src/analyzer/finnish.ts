import { FINNISH } from '../stop_words/finnish.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `finnish`: stems by the Snowball project's rules. */
export const FINNISH_ANALYZER = languageAnalyzer({
  name: 'finnish',
  stopWords: FINNISH,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'finnish' }]],
});
