import { ESTONIAN } from '../stop_words/estonian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `estonian`: stems by the Snowball project's rules. */
export const ESTONIAN_ANALYZER = languageAnalyzer({
  name: 'estonian',
  stopWords: ESTONIAN,
  links: ['lowercase', 'stop', 'stem_exclusion', ['stemmer', { language: 'estonian' }]],
});
