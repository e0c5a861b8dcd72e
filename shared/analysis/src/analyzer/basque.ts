import { BASQUE } from '../stop_words/basque.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `basque`: stems by the Snowball project's rules. */
export const BASQUE_ANALYZER = languageAnalyzer({
  name: 'basque',
  stopWords: BASQUE,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'basque' }]],
});
