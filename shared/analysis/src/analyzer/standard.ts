import type { AnalyzerType } from '../build/analyzer_type.js';
import { keepTermFilter } from '../token_filter/shapes.js';
import { stopWords } from '../token_filter/stop_words.js';
import { standardTokenizer, wordLength } from '../tokenizer/standard.js';

/** `standard`: cuts words in lower case, with no stop words unless the settings ask for them. */
export const STANDARD_ANALYZER: AnalyzerType = {
  name: 'standard',
  create: (settings, parts) => {
    const words = stopWords(settings, parts.outside, new Set());
    const most = wordLength(settings);
    const lowercase = parts.filter('lowercase');
    const stop = keepTermFilter('stop', (term) => !words.has(term));
    return {
      charFilters: [],
      tokenizer: standardTokenizer(most),
      filters: words.size === 0 ? [lowercase] : [lowercase, stop],
    };
  },
};
