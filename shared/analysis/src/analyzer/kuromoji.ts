import type { AnalyzerType } from '../build/analyzer_type.js';
import { CJK_WIDTH_CHARS } from '../japanese/width.js';
import { JAPANESE } from '../stop_words/japanese.js';
import { languageAnalyzer } from './language_analyzer.js';

const LINKS = languageAnalyzer({
  name: 'kuromoji',
  stopWords: JAPANESE,
  charFilters: [CJK_WIDTH_CHARS],
  links: ['kuromoji_baseform', 'kuromoji_part_of_speech', 'stop', 'kuromoji_stemmer', 'lowercase'],
});

/**
 * `kuromoji`: cuts Japanese into words, drops particles and reduces words to their dictionary form.
 */
export const KUROMOJI_ANALYZER: AnalyzerType = {
  name: LINKS.name,
  create: (settings, parts) => {
    const given = ['mode', 'user_dictionary'].flatMap((key) => {
      const value = settings.string(key);
      return value === undefined ? [] : [[key, value] as const];
    });
    const rules = settings.list('user_dictionary_rules') ?? [];
    const tokenizer = parts.tokenizer('kuromoji_tokenizer', {
      ...Object.fromEntries(given),
      ...Object.fromEntries(rules.map((rule, i) => [`user_dictionary_rules.${i}`, rule])),
      discard_compound_token: 'true',
    });
    return { ...LINKS.create(settings, parts), tokenizer };
  },
};
