import { ENGLISH } from '../stop_words/english.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `english`: removes possessives and stems with Porter's stemmer. */
export const ENGLISH_ANALYZER = languageAnalyzer({
  name: 'english',
  stopWords: ENGLISH,
  links: [
    ['stemmer', { language: 'possessive_english' }],
    'lowercase',
    'stop',
    'stem_exclusion',
    'porter_stem',
  ],
});
