export type { AnalyzedText, Analyzer, Normalizer, Token } from './analyzer.js';
