/**
 * Tokenizers that split a text into runs of the characters they accept: `letter`, `whitespace`,
 * `char_group`.
 */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { ComponentSettings } from '../build/component_settings.js';
import type { Tokenizer } from '../component.js';
import { newBatch, newToken } from '../token.js';
import { foldLower } from '../token_filter/lowercase.js';

interface CharRunOptions {
  readonly maxTokenLength?: number;
  readonly lowercase?: boolean;
}

const DEFAULT_MAX_LENGTH = 255;
const LONGEST_RUN = 1_048_576;

/** The longest token allowed, in characters, as the setting says. */
export function runLength(settings: ComponentSettings, key: string): number {
  const most = settings.integer(key, DEFAULT_MAX_LENGTH);
  if (most > 0 && most <= LONGEST_RUN) return most;
  throw new ApiError(
    'illegal_argument_exception',
    `maxTokenLen must be greater than 0 and less than ${LONGEST_RUN} passed: ${most}`,
  );
}

export function charRunTokenizer(
  name: string,
  accepts: (codePoint: number) => boolean,
  options: CharRunOptions = {},
): Tokenizer {
  const most = options.maxTokenLength ?? DEFAULT_MAX_LENGTH;
  return {
    name,
    tokenize: (text) => {
      const tokens: Token[] = [];
      const emit = (start: number, end: number) => {
        const run = text.slice(start, end);
        tokens.push(newToken(options.lowercase ? foldLower(run) : run, start, end, 'word'));
      };
      let start = -1;
      for (let at = 0; at < text.length; ) {
        const codePoint = text.codePointAt(at) ?? 0;
        const width = codePoint > 0xffff ? 2 : 1;
        if (accepts(codePoint)) {
          if (start < 0) start = at;
          if (at + width - start >= most) {
            emit(start, at + width);
            start = -1;
          }
        } else if (start >= 0) {
          emit(start, at);
          start = -1;
        }
        at += width;
      }
      if (start >= 0) emit(start, text.length);
      return newBatch(tokens, text.length);
    },
  };
}

const LETTER = /^\p{L}$/u;

export function isLetter(codePoint: number): boolean {
  if (codePoint < 128) return (codePoint | 32) >= 97 && (codePoint | 32) <= 122;
  return LETTER.test(String.fromCodePoint(codePoint));
}

const DIGIT = /^\p{Nd}$/u;

export function isDigit(codePoint: number): boolean {
  if (codePoint < 128) return codePoint >= 48 && codePoint <= 57;
  return DIGIT.test(String.fromCodePoint(codePoint));
}

const SPACE = /^[\p{Zs}\p{Zl}\p{Zp}]$/u;

/** Java's Character.isWhitespace, which excludes no-break spaces. */
export function isWhitespace(codePoint: number): boolean {
  if (codePoint < 128)
    return (
      codePoint === 32 ||
      (codePoint >= 9 && codePoint <= 13) ||
      (codePoint >= 28 && codePoint <= 31)
    );
  if (codePoint === 0xa0 || codePoint === 0x2007 || codePoint === 0x202f) return false;
  return SPACE.test(String.fromCodePoint(codePoint));
}

export function isPunctuation(codePoint: number): boolean {
  return /^\p{P}$/u.test(String.fromCodePoint(codePoint));
}

export function isSymbol(codePoint: number): boolean {
  return /^\p{S}$/u.test(String.fromCodePoint(codePoint));
}
