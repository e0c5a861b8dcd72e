import type { AnalysisRegistry } from '../build/registry.js';

/** The JSON body of `_analyze`, already read. */
export interface AnalyzeBody {
  readonly [key: string]: unknown;
}
export declare function analyzeRequest(
  body: AnalyzeBody,
  registry: AnalysisRegistry,
  field?: AnalyzeField,
): Record<string, unknown>;
export interface AnalyzeField { readonly analyzer: import('../analyzer.js').Analyzer }
