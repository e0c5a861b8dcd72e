import { BASQUE } from '../stop_words/basque.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `basque`: stems of the Snowball project. */
export const BASQUE_ANALYZER = languageAnalyzer({
  name: 'basque',
  stopWords: BASQUE,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'basque' }]],
});
