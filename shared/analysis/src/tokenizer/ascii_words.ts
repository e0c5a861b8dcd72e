/**
 * Finds the words of an all-ASCII text from its bytes. The rules of `word_scanner.ts` reduce to a
 * table of 128 classes: letters, digits and underscores make words, and a single mark may join the
 * characters around it.
 */
import { FNV_START, fnvStep } from '@skein/bytes';
import type { TermSink } from '../term_sink.js';
import { WORD_BREAK, wordBreakOf } from './word_break.js';

const LETTER = 1;
const DIGIT = 2;
const UNDERSCORE = 4;
const WORD = LETTER | DIGIT | UNDERSCORE;
const COUNTED = LETTER | DIGIT;
/**
 * The bits `LETTER << JOINS` and `DIGIT << JOINS` mark characters that join letters (WB6, WB7) and
 * digits (WB11, WB12).
 */
const JOINS = 3;

const KIND = Uint8Array.from({ length: 128 }, (_none, code) => kindOf(wordBreakOf(code)));
const SAME = Uint8Array.from({ length: 128 }, (_none, code) => code);
const LOWER = SAME.map((code) => (code >= 0x41 && code <= 0x5a ? code + 0x20 : code));

/** Bytes read behind a word: a mark and the letter that it joins. */
const LOOK_AHEAD = 2;

/** Grows to the longest text so far, up to a limit. */
let scratch = new Uint8Array(16 * 1024);
const MAX_KEPT_BYTES = 1024 * 1024;
/** Texts shorter than this are copied in a loop, because a call of the encoder costs more. */
const SHORT_TEXT = 48;

const encoder = new TextEncoder();

export interface AsciiWordOptions {
  readonly maxTokenLength: number;
  /** True to lower the case of terms. */
  readonly lower: boolean;
}

/** Feeds the words of a text; returns false, and feeds nothing, when the text is not ASCII. */
export function feedAsciiWords(text: string, options: AsciiWordOptions, sink: TermSink): boolean {
  const { length } = text;
  const bytes = length <= scratch.length ? scratch : roomFor(length);
  if (!copyAscii(text, bytes)) return false;
  feedWords(bytes, { start: 0, end: length }, options, sink);
  return true;
}

/**
 * Feeds the words of `bytes[start … end)`, all ASCII; the bytes are lowered in place if the options
 * say so. One loop finds the end of a word, lowers its bytes and hashes them.
 */
export function feedWords(
  bytes: Uint8Array,
  { start, end: limit }: { readonly start: number; readonly end: number },
  { maxTokenLength, lower }: AsciiWordOptions,
  sink: TermSink,
): void {
  const letters = lower ? LOWER : SAME;
  for (let at = start; at < limit; ) {
    let kind = KIND[bytes[at]];
    if ((kind & WORD) === 0) {
      at++;
      continue;
    }
    let end: number;
    let kinds: number;
    let fnv: number;
    // Reads no further than needed to see that a word is too long, since text without spaces would
    // be read again and again otherwise. Such a word is read once more, up to its limit.
    let longest = maxTokenLength + LOOK_AHEAD;
    do {
      const bound = Math.min(limit, at + longest);
      end = at;
      kinds = 0;
      fnv = FNV_START;
      while (end < bound) {
        const next = KIND[bytes[end]];
        if ((next & WORD) !== 0) {
          kind = next;
          kinds |= next;
        } else if (
          (next & (kind << JOINS)) === 0 ||
          end + 1 >= bound ||
          KIND[bytes[end + 1]] !== kind
        ) {
          break;
        }
        const letter = letters[bytes[end]];
        bytes[end++] = letter;
        fnv = fnvStep(fnv, letter);
      }
      longest = maxTokenLength;
    } while (end - at > maxTokenLength);
    // Underscores alone are no word.
    if ((kinds & COUNTED) === 0) {
      at++;
      continue;
    }
    sink.addAscii(bytes, at, end, fnv);
    at = end;
  }
}

function copyAscii(text: string, bytes: Uint8Array): boolean {
  const { length } = text;
  if (length > SHORT_TEXT) {
    const { read, written } = encoder.encodeInto(text, bytes);
    return read === length && written === length;
  }
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return false;
    bytes[i] = code;
  }
  return true;
}

function roomFor(length: number): Uint8Array<ArrayBuffer> {
  const room = new Uint8Array(length * 2);
  if (room.length <= MAX_KEPT_BYTES) scratch = room;
  return room;
}

function kindOf(wordBreak: number): number {
  switch (wordBreak) {
    case WORD_BREAK.letter:
      return LETTER;
    case WORD_BREAK.numeric:
      return DIGIT;
    case WORD_BREAK.extendNumLet:
      return UNDERSCORE;
    case WORD_BREAK.midLetter:
      return LETTER << JOINS;
    case WORD_BREAK.midNum:
      return DIGIT << JOINS;
    case WORD_BREAK.midNumLet:
    case WORD_BREAK.singleQuote:
      return COUNTED << JOINS;
    default:
      return 0;
  }
}
