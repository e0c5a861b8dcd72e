/**
 * Finds words by the rules WB4–WB16 of UAX #29 as Lucene's StandardTokenizer applies them. The
 * scanner goes from one base character to the next and collects the kinds that it sees; they give
 * the token's type. ASCII words never leave the inner loop.
 */
import { emojiEnd, keycapEnd } from './picture_scanner.js';
import { extendsWord, WORD_BREAK, wordBreakOf } from './word_break.js';

const SAW_LETTER = 1;
const SAW_HANGUL = 2;
const SAW_NUMBER = 4;
const SAW_KATAKANA = 8;
/** Underscores and punctuation, between characters of a word or beside them. */
const SAW_MARK = 16;

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
    return longerOf(keycapEnd(text, start, limit), false, found);
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
    case WORD_BREAK.regionalIndicator:
      return scanFlag(text, next, limit, found);
    case WORD_BREAK.numeric:
      return longerOf(keycapEnd(text, start, limit), scanRun(text, start, limit, found), found);
    case WORD_BREAK.emojiLetter:
      return longerOf(emojiEnd(text, start, limit), scanRun(text, start, limit, found), found);
    case WORD_BREAK.letter:
    case WORD_BREAK.hangul:
    case WORD_BREAK.hebrew:
    case WORD_BREAK.katakana:
    case WORD_BREAK.extendNumLet:
      return scanRun(text, start, limit, found);
    default:
      return longerOf(emojiEnd(text, start, limit), false, found);
  }
}

/**
 * Takes the picture that ends at `end` (-1: there is none) if the word that was found is not
 * longer. False if there is neither.
 */
function longerOf(end: number, isFound: boolean, found: FoundWord): boolean {
  if (end < 0 || (isFound && found.end > end)) return isFound;
  found.end = end;
  found.type = '<EMOJI>';
  return true;
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
    const current = runKind(codePoint);
    if (extendsWord(codePoint, current)) {
      at += width;
    } else if (joins(previous, current)) {
      seen |= seenOf(current);
      previous = current;
      at += width;
    } else {
      const bridged = bridge(text, at + width, limit, previous, current);
      if (bridged < 0) break;
      seen |= SAW_MARK;
      at = bridged;
    }
  }
  if ((seen & ~SAW_MARK) === 0) return false;
  found.end = Math.min(at, limit);
  found.type = typeOf(seen);
  return true;
}

/** The class of a character in a word, where a picture that is a letter counts as one. */
function runKind(codePoint: number): number {
  const kind = wordBreakOf(codePoint);
  return kind === WORD_BREAK.emojiLetter ? WORD_BREAK.letter : kind;
}

function seenOf(kind: number): number {
  if (kind === WORD_BREAK.letter || kind === WORD_BREAK.hebrew) return SAW_LETTER;
  if (kind === WORD_BREAK.hangul) return SAW_HANGUL;
  if (kind === WORD_BREAK.numeric) return SAW_NUMBER;
  if (kind === WORD_BREAK.extendNumLet) return SAW_MARK;
  return kind === WORD_BREAK.katakana ? SAW_KATAKANA : 0;
}

/** Only a number keeps its type beside underscores and punctuation. */
function typeOf(seen: number): string {
  if ((seen & ~SAW_MARK) === SAW_NUMBER) return '<NUM>';
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
    const following = runKind(text.codePointAt(at) ?? 0);
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

/** Two regional indicators make a flag. */
function scanFlag(text: string, next: number, limit: number, found: FoundWord): boolean {
  const at = skipExtend(text, next, limit);
  const second = at + 2 <= limit ? text.codePointAt(at) : undefined;
  if (second === undefined || wordBreakOf(second) !== WORD_BREAK.regionalIndicator) return false;
  return foundOne(text, at + 2, limit, found, '<EMOJI>');
}
