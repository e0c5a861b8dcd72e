/**
 * The shapes that the files of components export: the name in settings, and a function that creates
 * the component.
 */
import type { CharFilter, TokenFilter, Tokenizer } from '../component.js';
import type { ComponentSettings } from './component_settings.js';
import type { AnalysisOutside } from './outside.js';
import type { FilterChain } from './registry.js';

export interface BuildContext {
  /** Flat settings of the index, for limits such as `index.max_ngram_diff`. */
  readonly indexSettings: ReadonlyMap<string, string>;
  readonly outside: AnalysisOutside;
}

export interface TokenFilterContext extends BuildContext {
  /** The links that stand before the filter. */
  readonly chain: FilterChain;
  /** True when the request names no index: error messages say `global`. */
  readonly isGlobal: boolean;
  /** Looks up a filter by name, for filters that are made of filters. */
  readonly filterNamed: (name: string, chain: FilterChain) => TokenFilter | undefined;
}

export interface TokenizerType {
  readonly name: string;
  create(settings: ComponentSettings, context: BuildContext): Tokenizer;
  /** True when the type cannot be named without being configured first. */
  readonly needsSettings?: boolean;
  readonly checksLate?: boolean;
  check?(settings: ComponentSettings, context: BuildContext): void;
}

export interface CharFilterType {
  readonly name: string;
  create(settings: ComponentSettings, context: BuildContext): CharFilter;
  readonly needsSettings?: boolean;
}

export interface TokenFilterType {
  readonly name: string;
  create(settings: ComponentSettings, context: TokenFilterContext): TokenFilter;
  readonly needsSettings?: boolean;
  /** The settings that the bare name stands for, where these are not the type's defaults. */
  readonly preconfigured?: Readonly<Record<string, string>>;
  /** True for a name that exists only to be refused in OpenSearch's words. */
  readonly removed?: boolean;
  /** True for a name that stands for a filter, not for a type that others can be made of. */
  readonly onlyPreconfigured?: boolean;
  /**
   * The reason why the bare name cannot stand in a chain, though a configured filter may have this
   * type.
   */
  readonly refusedBare?: string;
  /**
   * True when the settings are read only when the filter is used: a normalizer refuses the filter
   * before that.
   */
  readonly readsSettingsLate?: boolean;
  /**
   * True when faults in the settings are found only when the filter is used: an unused filter may
   * have them.
   */
  readonly checksLate?: boolean;
  /**
   * The part of the settings that is checked when the filter is defined, even if nothing uses it;
   * the rest is checked later.
   */
  check?(settings: ComponentSettings, context: BuildContext): void;
}
