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
  /** The chain behind a custom analyzer: what `explain` shows. Built-in analyzers show none. */
  customChain(name: string): FilterChain | undefined;
  readonly defaultAnalyzer: Analyzer;
  readonly defaultSearchAnalyzer: Analyzer;
  /** `index.analyze.max_token_count` */
  readonly maxTokenCount: number;
}

/** Links of a chain; for a filter being made, those before it: synonym rules are analyzed with them. */
export interface FilterChain {
  readonly charFilters: readonly CharFilter[];
  readonly tokenizer: Tokenizer;
  readonly filters: readonly TokenFilter[];
}
