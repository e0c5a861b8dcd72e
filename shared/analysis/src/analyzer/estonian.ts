import { ESTONIAN } from '../stop_words/estonian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `estonian`: stems of the Snowball project. */
export const ESTONIAN_ANALYZER = languageAnalyzer({
  name: 'estonian',
  stopWords: ESTONIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'estonian' }]],
});
