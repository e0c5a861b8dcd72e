import { IRISH } from '../stop_words/irish.js';
import { languageAnalyzer } from './language_analyzer.js';

/**
 * `irish`: removes prefixed letters and elided articles, then stems by the Snowball project's
 * rules.
 */
export const IRISH_ANALYZER = languageAnalyzer({
  name: 'irish',
  stopWords: IRISH,
  links: [
    ['stop', { stopwords: 'h,n,t', ignore_case: 'true' }],
    ['elision', { articles: 'd,m,b', articles_case: 'true' }],
    ['lowercase', { language: 'irish' }],
    'stop',
    'stem_exclusion',
    ['stemmer', { language: 'irish' }],
  ],
});
