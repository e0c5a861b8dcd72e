/** All built-in analyzers. */
import type { AnalyzerType } from '../build/analyzer_type.js';
import { ENGLISH_ANALYZER } from './english.js';
import { FINGERPRINT_ANALYZER } from './fingerprint.js';
import { KEYWORD_ANALYZER } from './keyword.js';
import { PATTERN_ANALYZER } from './pattern.js';
import { SIMPLE_ANALYZER } from './simple.js';
import { STANDARD_ANALYZER } from './standard.js';
import { STOP_ANALYZER } from './stop.js';
import { WHITESPACE_ANALYZER } from './whitespace.js';

export const ANALYZERS: readonly AnalyzerType[] = [
  ENGLISH_ANALYZER,
  FINGERPRINT_ANALYZER,
  KEYWORD_ANALYZER,
  PATTERN_ANALYZER,
  SIMPLE_ANALYZER,
  STANDARD_ANALYZER,
  STOP_ANALYZER,
  WHITESPACE_ANALYZER,
];
