import { SPANISH } from '../stop_words/spanish.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `spanish`: stems with a light stemmer. */
export const SPANISH_ANALYZER = languageAnalyzer({
  name: 'spanish',
  stopWords: SPANISH,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'light_spanish' }]],
});
