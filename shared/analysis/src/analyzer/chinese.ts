import { ENGLISH } from '../stop_words/english.js';
import { languageAnalyzer } from './language_analyzer.js';

/**
 * `chinese`: an old name for an analyzer that makes each character a word and drops English stop
 * words.
 */
export const CHINESE_ANALYZER = languageAnalyzer({
  name: 'chinese',
  stopWords: ENGLISH,
  links: ['lowercase', 'stop'],
});
