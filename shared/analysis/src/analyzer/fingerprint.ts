import type { AnalyzerType } from '../build/analyzer_type.js';
import { keepFilter } from '../token_filter/shapes.js';
import { stopWords } from '../token_filter/stop_words.js';

/** `fingerprint`: joins all words, folded, sorted, each once, into one token. */
export const FINGERPRINT_ANALYZER: AnalyzerType = {
  name: 'fingerprint',
  create: (settings, parts) => {
    const words = stopWords(settings, parts.outside, new Set());
    const stop = words.size === 0 ? [] : [keepFilter('stop', (token) => !words.has(token.term))];
    const fingerprint = parts.filter('fingerprint', {
      separator: settings.string('separator') ?? ' ',
      max_output_size: String(settings.integer('max_output_size', 255)),
    });
    return {
      charFilters: [],
      tokenizer: parts.tokenizer('standard'),
      filters: [parts.filter('lowercase'), parts.filter('asciifolding'), ...stop, fingerprint],
    };
  },
};
