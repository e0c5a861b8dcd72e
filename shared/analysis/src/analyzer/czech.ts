import { CZECH } from '../stop_words/czech.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `czech`: stems with a light stemmer. */
export const CZECH_ANALYZER = languageAnalyzer({
  name: 'czech',
  stopWords: CZECH,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'czech' }]],
});
