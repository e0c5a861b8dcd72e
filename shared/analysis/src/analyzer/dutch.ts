import { DUTCH } from '../stop_words/dutch.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `dutch`: stems irregular plurals by a list, other words by the Snowball project's rules. */
export const DUTCH_ANALYZER = languageAnalyzer({
  name: 'dutch',
  stopWords: DUTCH,
  links: [
    'lowercase',
    'stop',
    'stem_exclusion',
    [
      'stemmer_override',
      {
        'rules.0': 'fiets => fiets',
        'rules.1': 'bromfiets => bromfiets',
        'rules.2': 'ei => eier',
        'rules.3': 'kind => kinder',
      },
    ],
    ['stemmer', { language: 'dutch' }],
  ],
});
