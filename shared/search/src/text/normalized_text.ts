/**
 * Text of wildcards and prefixes normalized like the field's terms, and text that is a single word.
 */
import type { Analyzer, Token } from '@skein/analysis';

export function normalizedText({ normalize }: Analyzer, text: string): string {
  return normalize === undefined ? text : normalize(text);
}

export function wholeToken(term: string): Token {
  return {
    term,
    positionIncrement: 1,
    positionLength: 1,
    startOffset: 0,
    endOffset: term.length,
    type: 'word',
    keyword: false,
  };
}
