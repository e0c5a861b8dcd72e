import { CATALAN } from '../stop_words/catalan.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `catalan`: removes elided articles and stems by the Snowball project's rules. */
export const CATALAN_ANALYZER = languageAnalyzer({
  name: 'catalan',
  stopWords: CATALAN,
  links: [
    ['elision', { articles: 'd,l,m,n,s,t', articles_case: 'true' }],
    'lowercase',
    'stop',
    'stem_exclusion',
    ['stemmer', { language: 'catalan' }],
  ],
});
