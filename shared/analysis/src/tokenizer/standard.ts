/**
 * `standard`: words by UAX #29. Most text fields use this tokenizer, so its loops are written for
 * speed.
 */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { ComponentSettings } from '../build/component_settings.js';
import type { TokenizerType } from '../build/component_type.js';
import type { TokenBatch, Tokenizer } from '../component.js';
import type { TermSink } from '../term_sink.js';
import { newBatch, newToken } from '../token.js';
import { foldLower } from '../token_filter/lowercase.js';
import { type AsciiWordOptions, feedAsciiWords, feedWords } from './ascii_words.js';
import { findWords } from './find_words.js';
import { type FoundWord, scanWord } from './word_scanner.js';

const DEFAULT_MAX_TOKEN_LENGTH = 255;
/**
 * The longest token that is fed. A longer one could exceed the longest term of an index (32,766
 * bytes), so the whole batch has to be checked first.
 */
const MAX_FED_LENGTH = 8192;

/**
 * Characters read beyond the longest token: enough for marks and surrogate pairs, and the time for
 * long texts stays linear.
 */
const LOOK_AHEAD = 64;

export function standardTokenizer(maxTokenLength: number): Tokenizer {
  return { ...variant(maxTokenLength, false), lowercased: variant(maxTokenLength, true) };
}

function variant(maxTokenLength: number, lower: boolean): Tokenizer {
  return {
    name: 'standard',
    tokenize: (text) => tokenize(text, maxTokenLength, lower),
    finder: (terms) =>
      findWords(terms, lower, (text, visit, part) => eachWord(text, maxTokenLength, visit, part)),
    ...(maxTokenLength <= MAX_FED_LENGTH ? feeds({ maxTokenLength, lower }) : {}),
  };
}

function feeds(options: AsciiWordOptions): Pick<Tokenizer, 'feed' | 'feedAscii'> {
  return {
    feed: (text, sink) => feed(text, options, sink),
    feedAscii: (bytes, start, end, sink) => feedWords(bytes, { start, end }, options, sink),
  };
}

function tokenize(text: string, maxTokenLength: number, lower: boolean): TokenBatch {
  const tokens: Token[] = [];
  eachWord(text, maxTokenLength, (start, end, type) => {
    const word = text.slice(start, end);
    tokens.push(newToken(lower ? foldLower(word) : word, start, end, type));
  });
  return newBatch(tokens, text.length);
}

function feed(text: string, options: AsciiWordOptions, sink: TermSink): void {
  if (feedAsciiWords(text, options, sink)) return;
  const { lower, maxTokenLength } = options;
  eachWord(text, maxTokenLength, (start, end) => {
    const word = text.slice(start, end);
    sink.addText(lower ? foldLower(word) : word, 1);
  });
}

function eachWord(
  text: string,
  maxTokenLength: number,
  visit: (start: number, end: number, type: string) => void,
  { from, to } = { from: 0, to: text.length },
): void {
  const found: FoundWord = { end: 0, type: '' };
  let at = from;
  while (at < to) {
    const code = text.charCodeAt(at);
    if (code === 32 || !wordAt(text, at, maxTokenLength, found, to)) {
      at += (code & 0xfc00) === 0xd800 ? 2 : 1;
      continue;
    }
    visit(at, found.end, found.type);
    at = found.end;
  }
}

/** Finds the word that starts exactly at `at`, cut at the limit; false if there is none. */
export function wordAt(
  text: string,
  at: number,
  maxTokenLength: number,
  found: FoundWord,
  to = text.length,
): boolean {
  const limit = Math.min(to, at + maxTokenLength + LOOK_AHEAD);
  if (!scanWord(text, at, limit, found)) return false;
  return found.end - at <= maxTokenLength || rescan(text, at, maxTokenLength, found);
}

/**
 * Cuts a word that is too long at the limit, but never within a surrogate pair: a limit of one has
 * no room for a pair.
 */
function rescan(text: string, at: number, maxTokenLength: number, found: FoundWord): boolean {
  let limit = at + maxTokenLength;
  if ((text.charCodeAt(limit - 1) & 0xfc00) === 0xd800) limit--;
  return limit > at && scanWord(text, at, limit, found);
}

export const STANDARD_TOKENIZER: TokenizerType = {
  name: 'standard',
  checksLate: true,
  create: (settings) => standardTokenizer(wordLength(settings)),
};

const LONGEST_TOKEN = 1_048_576;

/** Reads `max_token_length` for the tokenizers that follow UAX #29. */
export function wordLength(settings: ComponentSettings): number {
  const most = settings.integer('max_token_length', DEFAULT_MAX_TOKEN_LENGTH);
  if (most >= 1 && most <= LONGEST_TOKEN) return most;
  const problem =
    most < 1
      ? 'maxTokenLength must be greater than zero'
      : `maxTokenLength may not exceed ${LONGEST_TOKEN}`;
  throw new ApiError('illegal_argument_exception', problem);
}
