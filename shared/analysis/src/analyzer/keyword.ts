import type { AnalyzerType } from '../build/analyzer_type.js';

/** `keyword`: makes one token of the whole text. */
export const KEYWORD_ANALYZER: AnalyzerType = {
  name: 'keyword',
  create: (_, parts) => ({ charFilters: [], tokenizer: parts.tokenizer('keyword'), filters: [] }),
};
