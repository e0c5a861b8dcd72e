import type { AnalyzerType } from '../build/analyzer_type.js';

/** `whitespace`: splits the text at white space and changes nothing else. */
export const WHITESPACE_ANALYZER: AnalyzerType = {
  name: 'whitespace',
  create: (_, parts) => ({
    charFilters: [],
    tokenizer: parts.tokenizer('whitespace'),
    filters: [],
  }),
};
