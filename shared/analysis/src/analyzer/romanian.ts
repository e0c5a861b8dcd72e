import { ROMANIAN } from '../stop_words/romanian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `romanian`: stems of the Snowball project. */
export const ROMANIAN_ANALYZER = languageAnalyzer({
  name: 'romanian',
  stopWords: ROMANIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'romanian' }]],
});
