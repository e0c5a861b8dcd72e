/**
 * Finds words by the rules WB4–WB16 of UAX #29 as Lucene's StandardTokenizer applies them. The
 * scanner goes from one base character to the next and collects the kinds that it sees; they give
 * the token's type. ASCII words never leave the inner loop.
 */
import { WORD_BREAK, wordBreakOf } from './word_break.js';

const SAW_LETTER = 1;
const SAW_HANGUL = 2;
const SAW_NUMBER = 4;
const SAW_KATAKANA = 8;

/**
 * The result of the scanner: the end of the last word and its type. One object is reused for every
 * word of a text.
 */
export interface FoundWord {
  end: number;
  type: string;
}

/** Letter 1, digit 4, everything else 0. */
const ASCII_WORD = new Uint8Array(128);
for (let code = 48; code <= 57; code++) ASCII_WORD[code] = SAW_NUMBER;
for (let code = 65; code <= 90; code++) ASCII_WORD[code] = SAW_LETTER;
for (let code = 97; code <= 122; code++) ASCII_WORD[code] = SAW_LETTER;

/**
 * Finds a word that starts exactly at `start`; returns false if there is none. The scanner takes
 * `limit` for the end of the text.
 */
export function scanWord(text: string, start: number, limit: number, found: FoundWord): boolean {
  const code = text.charCodeAt(start);
  if (code < 128 && ASCII_WORD[code] === 0 && code !== 95)
    return scanKeycap(text, start, limit, found);
  const first = text.codePointAt(start) ?? 0;
  const kind = wordBreakOf(first);
  const next = start + (first > 0xffff ? 2 : 1);
  switch (kind) {
    case WORD_BREAK.ideographic:
      return foundOne(text, next, limit, found, '<IDEOGRAPHIC>');
    case WORD_BREAK.hiragana:
      return foundOne(text, next, limit, found, '<HIRAGANA>');
    case WORD_BREAK.southEastAsian:
      return scanSouthEastAsian(text, next, limit, found);
    case WORD_BREAK.emoji:
      return scanEmoji(text, next, limit, found);
    case WORD_BREAK.regionalIndicator:
      return scanFlag(text, next, limit, found);
    case WORD_BREAK.letter:
    case WORD_BREAK.hangul:
    case WORD_BREAK.hebrew:
    case WORD_BREAK.numeric:
    case WORD_BREAK.katakana:
    case WORD_BREAK.extendNumLet:
      if (kind === WORD_BREAK.numeric && scanKeycap(text, start, limit, found)) return true;
      return scanRun(text, start, limit, found);
    default:
      return isEmojiModifier(first) && scanEmoji(text, next, limit, found);
  }
}

/** A skin tone modifier that follows nothing is a picture of its own. */
function isEmojiModifier(codePoint: number): boolean {
  return codePoint >= 0x1f3fb && codePoint <= 0x1f3ff;
}

/**
 * Scans letters, digits, katakana and underscores, joined over single punctuation marks where the
 * rules allow.
 */
function scanRun(text: string, start: number, limit: number, found: FoundWord): boolean {
  let seen = 0;
  let at = start;
  let previous: number = WORD_BREAK.extendNumLet;
  while (at < limit) {
    const code = text.charCodeAt(at);
    if (code < 128 && previous !== WORD_BREAK.katakana) {
      const kind = ASCII_WORD[code];
      if (kind !== 0) {
        seen |= kind;
        previous = kind === SAW_LETTER ? WORD_BREAK.letter : WORD_BREAK.numeric;
        at++;
        continue;
      }
    }
    const codePoint = text.codePointAt(at) ?? 0;
    const width = codePoint > 0xffff ? 2 : 1;
    const current = wordBreakOf(codePoint);
    if (extendsWord(codePoint, current)) {
      at += width;
    } else if (joins(previous, current)) {
      seen |= seenOf(current);
      previous = current;
      at += width;
    } else {
      const bridged = bridge(text, at + width, limit, previous, current);
      if (bridged < 0) break;
      at = bridged;
    }
  }
  if (seen === 0) return false;
  found.end = Math.min(at, limit);
  found.type = typeOf(seen);
  return true;
}

const MARK = /\p{M}/u;

/** Marks stay with the character before them, also those of scripts without spaces. */
function extendsWord(codePoint: number, kind: number): boolean {
  if (kind === WORD_BREAK.southEastAsian) return MARK.test(String.fromCodePoint(codePoint));
  return kind === WORD_BREAK.extend;
}

function seenOf(kind: number): number {
  if (kind === WORD_BREAK.letter || kind === WORD_BREAK.hebrew) return SAW_LETTER;
  if (kind === WORD_BREAK.hangul) return SAW_HANGUL;
  if (kind === WORD_BREAK.numeric) return SAW_NUMBER;
  return kind === WORD_BREAK.katakana ? SAW_KATAKANA : 0;
}

function typeOf(seen: number): string {
  if (seen === SAW_NUMBER) return '<NUM>';
  if (seen === SAW_HANGUL) return '<HANGUL>';
  return seen === SAW_KATAKANA ? '<KATAKANA>' : '<ALPHANUM>';
}

function isLetter(kind: number): boolean {
  return kind === WORD_BREAK.letter || kind === WORD_BREAK.hangul || kind === WORD_BREAK.hebrew;
}

/** True when the rules WB5, WB8, WB9, WB10, WB13, WB13a and WB13b join the two classes. */
function joins(previous: number, current: number): boolean {
  if (current === WORD_BREAK.extendNumLet) return true;
  if (previous === WORD_BREAK.extendNumLet) return seenOf(current) !== 0;
  if (current === WORD_BREAK.katakana) return previous === WORD_BREAK.katakana;
  const isWord = isLetter(current) || current === WORD_BREAK.numeric;
  return isWord && (isLetter(previous) || previous === WORD_BREAK.numeric);
}

/**
 * WB6, WB7, WB7a–c, WB11, WB12: the place after a punctuation mark that joins the characters around
 * it, or -1.
 */
function bridge(
  text: string,
  after: number,
  limit: number,
  previous: number,
  mark: number,
): number {
  const quote = mark === WORD_BREAK.singleQuote;
  const either = quote || mark === WORD_BREAK.midNumLet;
  const letters = isLetter(previous) && (either || mark === WORD_BREAK.midLetter);
  const numbers = previous === WORD_BREAK.numeric && (either || mark === WORD_BREAK.midNum);
  const hebrew = previous === WORD_BREAK.hebrew;
  if (!letters && !numbers && !(hebrew && mark === WORD_BREAK.doubleQuote)) return -1;
  const at = skipExtend(text, after, limit);
  if (at < limit) {
    const following = wordBreakOf(text.codePointAt(at) ?? 0);
    if (letters && isLetter(following)) return at;
    if (numbers && following === WORD_BREAK.numeric) return at;
    if (hebrew && following === WORD_BREAK.hebrew) return at;
  }
  return hebrew && quote ? at : -1;
}

function skipExtend(text: string, start: number, limit: number): number {
  let at = start;
  while (at < limit) {
    const codePoint = text.codePointAt(at) ?? 0;
    if (codePoint < 128 || !extendsWord(codePoint, wordBreakOf(codePoint))) break;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return Math.min(at, limit);
}

function foundOne(
  text: string,
  next: number,
  limit: number,
  found: FoundWord,
  type: string,
): boolean {
  found.end = skipExtend(text, next, limit);
  found.type = type;
  return true;
}

function scanSouthEastAsian(text: string, next: number, limit: number, found: FoundWord): boolean {
  let at = next;
  while (at < limit) {
    const codePoint = text.codePointAt(at) ?? 0;
    const kind = wordBreakOf(codePoint);
    if (kind !== WORD_BREAK.southEastAsian && kind !== WORD_BREAK.extend) break;
    at += codePoint > 0xffff ? 2 : 1;
  }
  found.end = Math.min(at, limit);
  found.type = '<SOUTHEAST_ASIAN>';
  return true;
}

const ZERO_WIDTH_JOINER = 0x200d;

/**
 * UAX #51: modifiers and variation selectors belong to the picture before them; a joiner also joins
 * the next picture.
 */
function scanEmoji(text: string, next: number, limit: number, found: FoundWord): boolean {
  let at = skipExtend(text, next, limit);
  while (at < limit && text.charCodeAt(at - 1) === ZERO_WIDTH_JOINER) {
    const codePoint = text.codePointAt(at) ?? 0;
    if (wordBreakOf(codePoint) !== WORD_BREAK.emoji) break;
    at = skipExtend(text, at + (codePoint > 0xffff ? 2 : 1), limit);
  }
  found.end = Math.min(at, limit);
  found.type = '<EMOJI>';
  return true;
}

/** Two regional indicators make a flag. */
function scanFlag(text: string, next: number, limit: number, found: FoundWord): boolean {
  const second = next + 2 <= limit ? text.codePointAt(next) : undefined;
  if (second === undefined || wordBreakOf(second) !== WORD_BREAK.regionalIndicator) return false;
  return foundOne(text, next + 2, limit, found, '<EMOJI>');
}

/**
 * Scans a keycap such as `1️⃣`: a digit, `#` or `*`, an optional variation selector, and the
 * enclosing keycap.
 */
function scanKeycap(text: string, start: number, limit: number, found: FoundWord): boolean {
  const code = text.charCodeAt(start);
  if (code !== 35 && code !== 42 && !(code >= 48 && code <= 57)) return false;
  const at = text.charCodeAt(start + 1) === 0xfe0f ? start + 2 : start + 1;
  if (text.charCodeAt(at) !== 0x20e3 || at >= limit) return false;
  return foundOne(text, at + 1, limit, found, '<EMOJI>');
}
