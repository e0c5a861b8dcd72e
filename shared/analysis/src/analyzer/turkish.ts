import { TURKISH } from '../stop_words/turkish.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `turkish`: cuts suffixes after an apostrophe and stems by the Snowball project's rules. */
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
