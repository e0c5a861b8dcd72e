import { FRENCH } from '../stop_words/french.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `french`: removes elided articles and stems with a light stemmer. */
export const FRENCH_ANALYZER = languageAnalyzer({
  name: 'french',
  stopWords: FRENCH,
  links: [
    [
      'elision',
      { articles: 'l,m,t,qu,n,s,j,d,c,jusqu,quoiqu,lorsqu,puisqu', articles_case: 'true' },
    ],
    'lowercase',
    'stop',
    'stem_exclusion',
    ['stemmer', { language: 'light_french' }],
  ],
});
