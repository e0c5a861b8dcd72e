import type { AnalyzerType } from '../build/analyzer_type.js';

/** `simple`: makes a token of each run of letters, in lower case. */
export const SIMPLE_ANALYZER: AnalyzerType = {
  name: 'simple',
  create: (_, parts) => ({
    charFilters: [],
    tokenizer: parts.tokenizer('letter'),
    filters: [parts.filter('lowercase')],
  }),
};
