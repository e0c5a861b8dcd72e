/** Text of a request as its words: all of them are made before any is counted, so that the text itself is bounded. */
import type { AnalyzedText, Analyzer } from '@skein/analysis';
import { ApiError } from '@skein/errors';

/** Characters. */
const MAX_TEXT = 1_000_000;

export function analyzedText(analyzer: Analyzer, text: string): AnalyzedText {
  if (text.length <= MAX_TEXT) return analyzer.analyze(text);
  throw new ApiError(
    'illegal_argument_exception',
    `the text of a query has [${text.length}] characters, more than the [${MAX_TEXT}] allowed`,
  );
}
