import { HINDI } from '../stop_words/hindi.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `hindi`: normalizes digits and letters, then stems with a light stemmer. */
export const HINDI_ANALYZER = languageAnalyzer({
  name: 'hindi',
  stopWords: HINDI,
  links: [
    'lowercase',
    'decimal_digit',
    'stem_exclusion',
    'indic_normalization',
    'hindi_normalization',
    'stop',
    ['stemmer', { language: 'hindi' }],
  ],
});
