/** What a component's file exports: its name in settings and how to make one. */
import type { CharFilter, TokenFilter, Tokenizer } from '../component.js';
import type { ComponentSettings } from './component_settings.js';
import type { AnalysisOutside } from './outside.js';
import type { FilterChain } from './registry.js';

export interface BuildContext {
  /** Flat settings of the index: limits such as `index.max_ngram_diff`. */
  readonly indexSettings: ReadonlyMap<string, string>;
  readonly outside: AnalysisOutside;
}

export interface TokenFilterContext extends BuildContext {
  /** What stands before the filter. */
  readonly chain: FilterChain;
  /** No index was named: messages say `global`. */
  readonly isGlobal: boolean;
  /** Filters that are made of filters look them up here. */
  readonly filterNamed: (name: string, chain: FilterChain) => TokenFilter | undefined;
}

export interface TokenizerType {
  readonly name: string;
  create(settings: ComponentSettings, context: BuildContext): Tokenizer;
  /** Cannot be named without being configured first. */
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
  /** What the bare name stands for, where that is not the type with its defaults. */
  readonly preconfigured?: Readonly<Record<string, string>>;
  /** A name that is only there to be refused in OpenSearch's words. */
  readonly removed?: boolean;
  /** A name that stands for a filter, not a type that others can be made of. */
  readonly onlyPreconfigured?: boolean;
  /** Why the bare name cannot stand in a chain, though a filter may be of the type. */
  readonly refusedBare?: string;
  /**
   * Its settings are looked at when it is used: a normalizer refuses the filter before they are.
   */
  readonly readsSettingsLate?: boolean;
  /** Faults in its settings are found when it is used: one that nobody uses may have them. */
  readonly checksLate?: boolean;
  /**
   * What is looked at when one is defined, whether or not anybody uses it, though the rest is
   * looked at later.
   */
  check?(settings: ComponentSettings, context: BuildContext): void;
}
