import { ROMANIAN } from '../stop_words/romanian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `romanian`: stems by the Snowball project's rules. */
export const ROMANIAN_ANALYZER = languageAnalyzer({
  name: 'romanian',
  stopWords: ROMANIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'romanian' }]],
});
