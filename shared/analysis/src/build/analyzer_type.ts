/**
 * The shape of a built-in analyzer: its file exports one. It puts its chain together from
 * registered links.
 */
import type { TokenFilter, Tokenizer } from '../component.js';
import type { ComponentSettings } from './component_settings.js';
import type { AnalysisOutside } from './outside.js';
import type { FilterChain } from './registry.js';

export interface AnalyzerParts {
  readonly outside: AnalysisOutside;
  tokenizer(name: string, settings?: Readonly<Record<string, string>>): Tokenizer;
  filter(name: string, settings?: Readonly<Record<string, string>>): TokenFilter;
}

export interface AnalyzerType {
  readonly name: string;
  create(settings: ComponentSettings, parts: AnalyzerParts): FilterChain;
}
