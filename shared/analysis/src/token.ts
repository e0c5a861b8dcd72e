/**
 * Makes tokens. Every token has the same keys in the same order, so that V8 sees one shape in hot
 * loops.
 */
import type { Token } from './analyzer.js';
import type { TokenBatch } from './component.js';
import { takeToken } from './token_meter.js';

export function newToken(
  term: string,
  startOffset: number,
  endOffset: number,
  type: string,
): Token {
  takeToken(term);
  return {
    term,
    positionIncrement: 1,
    positionLength: 1,
    startOffset,
    endOffset,
    type,
    keyword: false,
  };
}

/** Copies all attributes, as filters do that restore the state of a token in Lucene. */
export function copyToken(token: Token, term: string, positionIncrement: number): Token {
  const copy = tokenAt(token, term, positionIncrement);
  if (token.payload !== undefined) copy.payload = token.payload;
  if (token.termFrequency !== undefined) copy.termFrequency = token.termFrequency;
  return copy;
}

/** A token at the place of another one, without its payload and its frequency. */
export function tokenAt(token: Token, term: string, positionIncrement: number): Token {
  takeToken(term);
  const copy: Token = {
    term,
    positionIncrement,
    positionLength: token.positionLength,
    startOffset: token.startOffset,
    endOffset: token.endOffset,
    type: token.type,
    keyword: token.keyword,
  };
  if (token.word !== undefined) copy.word = token.word;
  return copy;
}

export function newBatch(tokens: Token[], finalOffset: number): TokenBatch {
  return { tokens, trailingIncrement: 0, finalOffset };
}
