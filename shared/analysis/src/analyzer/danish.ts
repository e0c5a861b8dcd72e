import { DANISH } from '../stop_words/danish.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `danish`: stems by the Snowball project's rules. */
export const DANISH_ANALYZER = languageAnalyzer({
  name: 'danish',
  stopWords: DANISH,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'danish' }]],
});
