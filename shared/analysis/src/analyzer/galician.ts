import { GALICIAN } from '../stop_words/galician.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `galician`: stems by RSLP. */
export const GALICIAN_ANALYZER = languageAnalyzer({
  name: 'galician',
  stopWords: GALICIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'galician' }]],
});
