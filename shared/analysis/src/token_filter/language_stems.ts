/** Stemmers that also have a filter of their own, beside the `stemmer` filter. */
import type { TokenFilterType } from '../build/component_type.js';
import { CAUMANNS_GERMAN } from '../stemmer/caumanns_german.js';
import type { StemmerType } from '../stemmer/stemmer_type.js';
import { filterOfStemmer, stemmerFilter } from './stemmers.js';

function stems(name: string, language: string | StemmerType): TokenFilterType {
  return {
    name,
    create: (settings) => {
      const filter =
        typeof language === 'string'
          ? stemmerFilter(name, language)
          : filterOfStemmer(name, language);
      const excluded = new Set(settings.list('stem_exclusion') ?? []);
      if (excluded.size === 0) return filter;
      return {
        name,
        attributes: ['keyword'],
        apply: (batch) => {
          for (const token of batch.tokens) if (excluded.has(token.term)) token.keyword = true;
          filter.apply(batch);
        },
      };
    },
  };
}

export const ARABIC_STEM = stems('arabic_stem', 'arabic');
export const BRAZILIAN_STEM = stems('brazilian_stem', 'brazilian');
export const CZECH_STEM = stems('czech_stem', 'czech');
export const DUTCH_STEM = stems('dutch_stem', 'dutch');
export const FRENCH_STEM = stems('french_stem', 'french');
export const GERMAN_STEM = stems('german_stem', CAUMANNS_GERMAN);
/** A normalizer may have this stemmer alone. */
export const PERSIAN_STEM: TokenFilterType = {
  name: 'persian_stem',
  create: () => ({ ...stemmerFilter('persian_stem', 'persian'), charLevel: true }),
};
export const RUSSIAN_STEM = stems('russian_stem', 'russian');
