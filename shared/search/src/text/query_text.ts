/**
 * Analyzes text of a request. All words are created before they are counted, so the length of the
 * text itself is limited.
 */
import type { AnalyzedText, Analyzer } from '@skein/analysis';
import { ApiError } from '@skein/errors';

/** The maximum length, in characters. */
const MAX_TEXT = 1_000_000;

export function analyzedText(analyzer: Analyzer, text: string): AnalyzedText {
  if (text.length <= MAX_TEXT) return analyzer.analyze(text);
  throw new ApiError(
    'illegal_argument_exception',
    `the text of a query has [${text.length}] characters, more than the [${MAX_TEXT}] allowed`,
  );
}
