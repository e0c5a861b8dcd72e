import { DUTCH } from '../stop_words/dutch.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `dutch`: irregular plurals, stems of the Snowball project. */
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
