import type { AnalyzerType } from '../build/analyzer_type.js';
import { keepFilter } from '../token_filter/shapes.js';
import { stopWords } from '../token_filter/stop_words.js';
import { splitTokenizer } from '../tokenizer/pattern.js';
import { compileUserRegex } from '../user_regex.js';

/** `pattern`: splits the text by a regular expression and lowers the case. */
export const PATTERN_ANALYZER: AnalyzerType = {
  name: 'pattern',
  create: (settings, parts) => {
    const expression = compileUserRegex(
      settings.string('pattern') ?? '\\W+',
      settings.string('flags'),
    );
    const words = stopWords(settings, parts.outside, new Set());
    const lowercase = settings.boolean('lowercase', true) ? [parts.filter('lowercase')] : [];
    const stop = words.size === 0 ? [] : [keepFilter('stop', (token) => !words.has(token.term))];
    return {
      charFilters: [],
      tokenizer: splitTokenizer('pattern', expression),
      filters: [...lowercase, ...stop],
    };
  },
};
