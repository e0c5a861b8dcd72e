import { BRAZILIAN } from '../stop_words/brazilian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `brazilian`: stems Portuguese as it is written in Brazil. */
export const BRAZILIAN_ANALYZER = languageAnalyzer({
  name: 'brazilian',
  stopWords: BRAZILIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'brazilian' }]],
});
