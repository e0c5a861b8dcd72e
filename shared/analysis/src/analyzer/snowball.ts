import type { AnalyzerType } from '../build/analyzer_type.js';
import { namedStopWords } from '../stop_words/all.js';
import { keepTermFilter } from '../token_filter/shapes.js';
import { stopWords } from '../token_filter/stop_words.js';

const STOP_WORDS: Readonly<Record<string, string>> = {
  English: '_english_',
  Dutch: '_dutch_',
  German: '_german_',
  German2: '_german_',
  French: '_french_',
};
const WITH_POSSESSIVES: ReadonlySet<string> = new Set(['English', 'Porter', 'Lovins']);

/**
 * `snowball`: stems of a language of the Snowball project. It is an old name; the analyzers named
 * by language replace it.
 */
export const SNOWBALL_ANALYZER: AnalyzerType = {
  name: 'snowball',
  create: (settings, parts) => {
    const language = settings.string('language') ?? settings.string('name') ?? 'English';
    const list = Object.hasOwn(STOP_WORDS, language) ? STOP_WORDS[language] : undefined;
    const words = stopWords(settings, parts.outside, namedStopWords(list ?? '') ?? new Set());
    const folding = language === 'Turkish' ? { language: 'turkish' } : {};
    return {
      charFilters: [],
      tokenizer: parts.tokenizer('standard'),
      filters: [
        ...(WITH_POSSESSIVES.has(language)
          ? [parts.filter('stemmer', { language: 'possessive_english' })]
          : []),
        parts.filter('lowercase', folding),
        ...(words.size === 0 ? [] : [keepTermFilter('stop', (term) => !words.has(term))]),
        parts.filter('snowball', { language }),
      ],
    };
  },
};
