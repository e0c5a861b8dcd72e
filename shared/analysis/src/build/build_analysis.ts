import type { AnalysisRegistry } from './registry.js';
export declare function buildAnalysis(indexSettings: ReadonlyMap<string, string>): AnalysisRegistry;
