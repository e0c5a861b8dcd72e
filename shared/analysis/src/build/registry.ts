/** The analysis of an index after its settings were read: every component by name. */
import type { Analyzer, Normalizer } from '../analyzer.js';
import type { CharFilter, TokenFilter, Tokenizer } from '../component.js';
import type { ComponentSettings } from './component_settings.js';

export interface AnalysisRegistry {
  analyzer(name: string): Analyzer | undefined;
  normalizer(name: string): Normalizer | undefined;
  tokenizer(name: string): Tokenizer | undefined;
  charFilter(name: string): CharFilter | undefined;
  tokenFilter(name: string, use: FilterUse): TokenFilter | undefined;
  /**
   * The index's link of that name, or the type of that name with its defaults; `undefined` if there
   * is neither.
   */
  charFilterOrType(name: string): CharFilter | undefined;
  tokenFilterOrType(name: string, use: FilterUse): TokenFilter | undefined;
  /** True when a type has this name, even one that must be configured. */
  hasType(kind: 'char_filter' | 'filter', name: string): boolean;
  /**
   * True when faults in the settings of a tokenizer of this type are found only when it is used.
   */
  checksTokenizerLate(type: string): boolean;
  /** True when the bare name of a filter is refused only when the filter is used. */
  refusesFilterLate(name: string): boolean;
  /** True when faults in the settings of a filter of this type are found only when it is used. */
  checksFilterLate(type: string): boolean;
  /**
   * Checks the part of the settings that is checked before other components are built, also for
   * types that are checked late.
   */
  checkTokenizer(settings: ComponentSettings): void;
  /** Builds a component that an `_analyze` request defines; `type` is among the settings. */
  createTokenizer(settings: ComponentSettings): Tokenizer;
  createCharFilter(settings: ComponentSettings): CharFilter;
  createTokenFilter(settings: ComponentSettings, use: FilterUse): TokenFilter;
  /** The chain behind a custom analyzer, which `explain` shows. Built-in analyzers show none. */
  customChain(name: string): FilterChain | undefined;
  isBuiltInNormalizer(name: string): boolean;
  normalizerChain(name: string): FilterChain | undefined;
  /**
   * True when files and scripts are left to other threads: names can be looked up, texts cannot be
   * analyzed.
   */
  readonly isPartial: boolean;
  /** Names of the index's own analyzers whose filters may change while the index is open. */
  readonly changingAnalyzers: readonly string[];
  readonly defaultAnalyzer: Analyzer;
  readonly defaultSearchAnalyzer: Analyzer;
  /** `index.analyze.max_token_count` */
  readonly maxTokenCount: number;
}

/** The place where a filter is to stand. */
export interface FilterUse {
  readonly chain: FilterChain;
  /**
   * True, or the normalizer's name, when the filter stands in a normalizer: only filters that work
   * on characters may.
   */
  readonly normalizes: boolean | string;
  /** True when the request names no index. */
  readonly isGlobal?: boolean;
}

/**
 * The links of a chain. For a filter being built these are the links before it: synonym rules are
 * analyzed with them.
 */
export interface FilterChain {
  readonly charFilters: readonly CharFilter[];
  readonly tokenizer: Tokenizer;
  readonly filters: readonly TokenFilter[];
}
