import { ITALIAN } from '../stop_words/italian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `italian`: removes elided articles and stems with a light stemmer. */
export const ITALIAN_ANALYZER = languageAnalyzer({
  name: 'italian',
  stopWords: ITALIAN,
  links: [
    [
      'elision',
      {
        articles: 'c,l,all,dall,dell,nell,sull,coll,pell,gl,agl,dagl,degl,negl,sugl,un,m,t,s,v,d',
        articles_case: 'true',
      },
    ],
    'lowercase',
    'stop',
    'stem_exclusion',
    ['stemmer', { language: 'light_italian' }],
  ],
});
