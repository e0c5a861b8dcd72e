import type { AnalyzerType } from '../build/analyzer_type.js';
import type { TokenBatch } from '../component.js';
import { keepTermFilter } from '../token_filter/shapes.js';
import { ENGLISH_STOP_WORDS, stopWords } from '../token_filter/stop_words.js';

/** `english`: possessives, case, stop words, Porter stems. */
export const ENGLISH_ANALYZER: AnalyzerType = {
  name: 'english',
  create: (settings, parts) => {
    const words = stopWords(settings, ENGLISH_STOP_WORDS);
    const excluded = new Set(settings.list('stem_exclusion') ?? []);
    const possessive = parts.filter('stemmer', { language: 'possessive_english' });
    const stop = keepTermFilter('stop', (term) => !words.has(term));
    const marker = {
      name: 'keyword_marker',
      apply: (batch: TokenBatch) => {
        for (const token of batch.tokens) if (excluded.has(token.term)) token.keyword = true;
      },
    };
    return {
      charFilters: [],
      tokenizer: parts.tokenizer('standard'),
      filters: [
        possessive,
        parts.filter('lowercase'),
        stop,
        ...(excluded.size > 0 ? [marker] : []),
        parts.filter('porter_stem'),
      ],
    };
  },
};
