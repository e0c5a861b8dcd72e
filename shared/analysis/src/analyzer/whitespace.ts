import type { AnalyzerType } from '../build/analyzer_type.js';

/** `whitespace`: split at white space, nothing else. */
export const WHITESPACE_ANALYZER: AnalyzerType = {
  name: 'whitespace',
  create: (_, parts) => ({
    charFilters: [],
    tokenizer: parts.tokenizer('whitespace'),
    filters: [],
  }),
};
