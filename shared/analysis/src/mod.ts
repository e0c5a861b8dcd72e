export {
  type AnalyzeBody,
  type AnalyzeOptions,
  analyzeRequest,
  type FieldAnalysis,
} from './analyze/analyze_request.js';
export { type DescribedChain, describedAnalyzer } from './analyze/described_analyzer.js';
export type {
  AnalyzedText,
  Analyzer,
  AsciiFeed,
  Normalizer,
  ShingleSizes,
  Token,
  WordFinder,
} from './analyzer.js';
export { buildAnalysis } from './build/build_analysis.js';
export {
  type AnalysisOutside,
  type AnalysisScript,
  ELSEWHERE,
  NOTHING_OUTSIDE,
  ReadElsewhere,
  type TokenPredicate,
} from './build/outside.js';
export type { AnalysisRegistry } from './build/registry.js';
export { htmlStripped } from './char_filter/html_strip.js';
export type { CharFilter, FilteredText, TokenBatch, TokenFilter, Tokenizer } from './component.js';
export type { TermSink } from './term_sink.js';
export { thaiBoundaries } from './thai/boundaries.js';
export { meterTokens } from './token_meter.js';
export { POSIX_CLASSES } from './user_regex/java_syntax.js';
export { compileUserRegex, type UserRegex } from './user_regex.js';
