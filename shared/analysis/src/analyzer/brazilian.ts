import { BRAZILIAN } from '../stop_words/brazilian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `brazilian`: Portuguese of Brazil with stems of its own. */
export const BRAZILIAN_ANALYZER = languageAnalyzer({
  name: 'brazilian',
  stopWords: BRAZILIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'brazilian' }]],
});
