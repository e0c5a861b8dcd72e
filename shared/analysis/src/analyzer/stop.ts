import type { AnalyzerType } from '../build/analyzer_type.js';
import { keepTermFilter } from '../token_filter/shapes.js';
import { ENGLISH_STOP_WORDS, stopWords } from '../token_filter/stop_words.js';

/** `stop`: makes a token of each run of letters, in lower case, without stop words. */
export const STOP_ANALYZER: AnalyzerType = {
  name: 'stop',
  create: (settings, parts) => {
    const words = stopWords(settings, parts.outside, ENGLISH_STOP_WORDS);
    return {
      charFilters: [],
      tokenizer: parts.tokenizer('letter'),
      filters: [parts.filter('lowercase'), keepTermFilter('stop', (term) => !words.has(term))],
    };
  },
};
