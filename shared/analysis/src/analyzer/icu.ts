import type { AnalyzerType } from '../build/analyzer_type.js';
import { ComponentSettings } from '../build/component_settings.js';
import { ICU_NORMALIZER_CHARS } from '../char_filter/icu_normalizer.js';

/**
 * `icu_analyzer`: characters in a normal form (`method`, `mode`), words by the rules of Unicode,
 * folded.
 */
export const ICU_ANALYZER: AnalyzerType = {
  name: 'icu_analyzer',
  create: (settings, { outside, tokenizer, filter }) => {
    const form = new Map([
      ['name', settings.string('method') ?? 'nfkc_cf'],
      ['mode', settings.string('mode') ?? 'compose'],
    ]);
    const context = { indexSettings: new Map<string, string>(), outside };
    const normalizer = new ComponentSettings(settings.name, form);
    return {
      charFilters: [ICU_NORMALIZER_CHARS.create(normalizer, context)],
      tokenizer: tokenizer('icu_tokenizer'),
      filters: [filter('icu_folding')],
    };
  },
};
