/**
 * Analyzers of languages are lists of links. Two of the links read the index's settings: `stop`
 * takes `stopwords` in place of the language's own, and `stem_exclusion` takes the words that
 * stemmers leave alone.
 */
import type { AnalyzerParts, AnalyzerType } from '../build/analyzer_type.js';
import type { ComponentSettings } from '../build/component_settings.js';
import type { AnalysisOutside } from '../build/outside.js';
import type { CharFilter, TokenFilter } from '../component.js';
import { wordsOf } from '../stop_words/all.js';
import { keepTermFilter } from '../token_filter/shapes.js';
import { stopWords } from '../token_filter/stop_words.js';

type Link = string | readonly [type: string, settings: Readonly<Record<string, string>>];

interface LanguageAnalyzer {
  readonly name: string;
  /** The language's stop words, separated by spaces. */
  readonly stopWords: string;
  readonly links: readonly Link[];
  readonly tokenizer?: string;
  readonly charFilters?: readonly CharFilter[];
}

export function languageAnalyzer(language: LanguageAnalyzer): AnalyzerType {
  return {
    name: language.name,
    create: (settings, parts) => ({
      charFilters: language.charFilters ?? [],
      tokenizer: parts.tokenizer(language.tokenizer ?? 'standard'),
      filters: language.links.flatMap((link) => {
        if (link === 'stop') return stopFilter(settings, language, parts.outside);
        if (link === 'stem_exclusion') return stemExclusion(settings);
        return linkFilter(link, parts);
      }),
    }),
  };
}

function linkFilter(link: Link, parts: AnalyzerParts): TokenFilter {
  return typeof link === 'string' ? parts.filter(link) : parts.filter(link[0], link[1]);
}

function stopFilter(
  settings: ComponentSettings,
  language: LanguageAnalyzer,
  outside: AnalysisOutside,
): TokenFilter[] {
  const words =
    settings.has('stopwords') || settings.has('stopwords_path')
      ? stopWords(settings, outside, new Set())
      : wordsOf(language.stopWords);
  return words.size === 0 ? [] : [keepTermFilter('stop', (term) => !words.has(term))];
}

/**
 * Adds no filter when no word is excluded, so that the chain can still be fed term by term, which
 * is faster.
 */
function stemExclusion(settings: ComponentSettings): TokenFilter[] {
  const excluded = new Set(settings.list('stem_exclusion') ?? []);
  excluded.delete('_none_');
  if (excluded.size === 0) return [];
  return [
    {
      name: 'stem_exclusion',
      apply: (batch) => {
        for (const token of batch.tokens) if (excluded.has(token.term)) token.keyword = true;
      },
    },
  ];
}
