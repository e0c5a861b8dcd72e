import type { CharFilter } from '../component.js';
import { PERSIAN } from '../stop_words/persian.js';
import { languageAnalyzer } from './language_analyzer.js';

/** Replaces one character by one character, so offsets stay. */
const NON_JOINERS: CharFilter = {
  name: 'persian',
  apply: (text) => ({ text: text.replaceAll('\u200c', ' '), correct: (offset) => offset }),
};

/** `persian`: separates words at zero-width non-joiners and normalizes digits and letters. */
export const PERSIAN_ANALYZER = languageAnalyzer({
  name: 'persian',
  stopWords: PERSIAN,
  charFilters: [NON_JOINERS],
  links: ['lowercase', 'decimal_digit', 'arabic_normalization', 'persian_normalization', 'stop'],
});
