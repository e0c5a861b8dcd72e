/** What an index knows about analysis after its settings were read: everything by name. */
import type { Analyzer, Normalizer } from '../analyzer.js';
import type { CharFilter, TokenFilter, Tokenizer } from '../component.js';
import type { ComponentSettings } from './component_settings.js';

export interface AnalysisRegistry {
  analyzer(name: string): Analyzer | undefined;
  normalizer(name: string): Normalizer | undefined;
  tokenizer(name: string): Tokenizer | undefined;
  charFilter(name: string): CharFilter | undefined;
  tokenFilter(name: string, chain: FilterChain): TokenFilter | undefined;
  /** Components defined inside an `_analyze` request; `type` is among the settings. */
  createTokenizer(settings: ComponentSettings): Tokenizer;
  createCharFilter(settings: ComponentSettings): CharFilter;
  createTokenFilter(settings: ComponentSettings, chain: FilterChain): TokenFilter;
  /** The chain behind an analyzer, where it is one: what `explain` shows. */
  chainOf(analyzer: Analyzer): AnalysisChain | undefined;
  readonly defaultAnalyzer: Analyzer;
  readonly defaultSearchAnalyzer: Analyzer;
  readonly maxTokenCount: number;
}

/** What stands before a token filter: synonym rules are analyzed with it. */
export interface FilterChain {
  readonly charFilters: readonly CharFilter[];
  readonly tokenizer: Tokenizer;
  readonly filters: readonly TokenFilter[];
}

export type AnalysisChain = FilterChain;
