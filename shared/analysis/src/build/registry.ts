/** What an index knows about analysis after its settings were read: everything by name. */
import type { Analyzer, Normalizer } from '../analyzer.js';
import type { CharFilter, TokenFilter, Tokenizer } from '../component.js';
import type { ComponentSettings } from './component_settings.js';

export interface AnalysisRegistry {
  analyzer(name: string): Analyzer | undefined;
  normalizer(name: string): Normalizer | undefined;
  tokenizer(name: string): Tokenizer | undefined;
  charFilter(name: string): CharFilter | undefined;
  tokenFilter(name: string, use: FilterUse): TokenFilter | undefined;
  /** A link of the index, or the type of that name with its defaults; `undefined`: neither. */
  charFilterOrType(name: string): CharFilter | undefined;
  tokenFilterOrType(name: string, use: FilterUse): TokenFilter | undefined;
  /** Whether there is a type of the name, though it has to be configured. */
  hasType(kind: 'char_filter' | 'filter', name: string): boolean;
  /** Whether faults in the settings of a tokenizer of this type are found when it is used. */
  checksTokenizerLate(type: string): boolean;
  /** Whether the name of a filter alone is refused when the filter is used. */
  refusesFilterLate(name: string): boolean;
  /** Whether faults in the settings of a filter of this type are found when it is used. */
  checksFilterLate(type: string): boolean;
  /** What is looked at before other components are made, also of those that are checked late. */
  checkTokenizer(settings: ComponentSettings): void;
  /** Components defined inside an `_analyze` request; `type` is among the settings. */
  createTokenizer(settings: ComponentSettings): Tokenizer;
  createCharFilter(settings: ComponentSettings): CharFilter;
  createTokenFilter(settings: ComponentSettings, use: FilterUse): TokenFilter;
  /** The chain behind a custom analyzer: what `explain` shows. Built-in analyzers show none. */
  customChain(name: string): FilterChain | undefined;
  isBuiltInNormalizer(name: string): boolean;
  normalizerChain(name: string): FilterChain | undefined;
  /**
   * Files and scripts were left to other threads: names can be looked up, texts cannot be analysed.
   */
  readonly isPartial: boolean;
  /** Names of the index's own analyzers whose filters may change while the index is open. */
  readonly changingAnalyzers: readonly string[];
  readonly defaultAnalyzer: Analyzer;
  readonly defaultSearchAnalyzer: Analyzer;
  /** `index.analyze.max_token_count` */
  readonly maxTokenCount: number;
}

/** Where a filter is to stand. */
export interface FilterUse {
  readonly chain: FilterChain;
  /**
   * Only filters that work on characters may: in the normalizer of this name, or in one that has
   * none.
   */
  readonly normalizes: boolean | string;
  /** No index was named. */
  readonly isGlobal?: boolean;
}

/**
 * Links of a chain; for a filter being made, those before it: synonym rules are analyzed with them.
 */
export interface FilterChain {
  readonly charFilters: readonly CharFilter[];
  readonly tokenizer: Tokenizer;
  readonly filters: readonly TokenFilter[];
}
