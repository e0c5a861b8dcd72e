import { THAI } from '../stop_words/thai.js';
import { languageAnalyzer } from './language_analyzer.js';

/** `thai`: cuts Thai into words by a dictionary. */
export const THAI_ANALYZER = languageAnalyzer({
  name: 'thai',
  stopWords: THAI,
  tokenizer: 'thai',
  links: ['lowercase', 'decimal_digit', 'stop'],
});
