import { TURKISH } from '../stop_words/turkish.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `turkish`: suffixes after an apostrophe, stems of the Snowball project. */
export const TURKISH_ANALYZER = languageAnalyzer({
  name: 'turkish',
  stopWords: TURKISH,
  links: [
    'apostrophe',
    ['lowercase', { language: 'turkish' }],
    'stop',
    'stem_exclusion',
    ['stemmer', { language: 'turkish' }],
  ],
});
