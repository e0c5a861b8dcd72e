/** `standard`: words by UAX #29. The tokenizer of most text fields, so its loop is written for speed. */
import type { Token } from '../analyzer.js';
import type { TokenizerType } from '../build/component_type.js';
import type { TokenBatch, Tokenizer } from '../component.js';
import { newBatch, newToken } from '../token.js';
import { foldLower } from '../token_filter/lowercase.js';
import { type FoundWord, scanWord } from './word_scanner.js';

export const DEFAULT_MAX_TOKEN_LENGTH = 255;

export function standardTokenizer(maxTokenLength: number): Tokenizer {
  return {
    name: 'standard',
    tokenize: (text) => tokenize(text, maxTokenLength, false),
    lowercased: { name: 'standard', tokenize: (text) => tokenize(text, maxTokenLength, true) },
  };
}

function tokenize(text: string, maxTokenLength: number, lower: boolean): TokenBatch {
  const tokens: Token[] = [];
  const found: FoundWord = { end: 0, type: '' };
  const length = text.length;
  let at = 0;
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code === 32 || !scanWord(text, at, length, found)) {
      at += (code & 0xfc00) === 0xd800 ? 2 : 1;
      continue;
    }
    if (found.end - at > maxTokenLength && !rescan(text, at, maxTokenLength, found)) {
      at++;
      continue;
    }
    const word = text.slice(at, found.end);
    tokens.push(newToken(lower ? foldLower(word) : word, at, found.end, found.type));
    at = found.end;
  }
  return newBatch(tokens, length);
}

/** A word too long ends where the limit cuts it, never within a surrogate pair unless the limit is one. */
function rescan(text: string, at: number, maxTokenLength: number, found: FoundWord): boolean {
  let limit = at + maxTokenLength;
  if (maxTokenLength > 1 && (text.charCodeAt(limit - 1) & 0xfc00) === 0xd800) limit--;
  return scanWord(text, at, limit, found);
}

export const STANDARD_TOKENIZER: TokenizerType = {
  name: 'standard',
  create: (settings) =>
    standardTokenizer(settings.positive('max_token_length', DEFAULT_MAX_TOKEN_LENGTH)),
};
