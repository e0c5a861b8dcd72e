import { GREEK } from '../stop_words/greek.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `greek`: removes accents and stems. */
export const GREEK_ANALYZER = languageAnalyzer({
  name: 'greek',
  stopWords: GREEK,
  links: [['lowercase', { language: 'greek' }], 'stop', ['stemmer', { language: 'greek' }]],
});
