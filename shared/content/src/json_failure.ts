/**
 * Errors for malformed JSON, reported as OpenSearch's parser does: type, the text found, line and
 * column (both from 1).
 */
import { ApiError, type ErrorType } from '@skein/errors';

/** Limit of the bytes of a word that a message repeats. */
const SHOWN_WORD = 256;

export interface JsonLocation {
  readonly line: number;
  readonly column: number;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Line and column of a byte offset. Columns count bytes and `\r` alone ends a line, as Jackson's
 * parser of UTF-8 has it.
 */
export function locate(bytes: Uint8Array, offset: number): JsonLocation {
  let line = 1;
  let column = 1;
  const end = Math.min(offset, bytes.length);
  for (let i = 0; i < end; i++) {
    const byte = bytes[i] ?? 0;
    const isReturn = byte === CARRIAGE_RETURN && bytes[i + 1] !== LINE_FEED;
    if (byte === LINE_FEED || isReturn) {
      line++;
      column = 1;
    } else {
      column++;
    }
  }
  return { line, column };
}

export function jsonFailure(type: ErrorType, message: string, at: JsonLocation): ApiError {
  return new ApiError(type, `${message}\n at [line: ${at.line}, column: ${at.column}]`);
}

/** The bytes of the longest character. */
const CHARACTER_BYTES = 4;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The offending character as messages show it: `('x' (code 120))`, `((CTRL-CHAR, code 7))`, or
 * `('€' (code 8364 / 0x20ac))`. Behind the end there is the character 0.
 */
export function describeCharacter(bytes: Uint8Array, at: number, end = bytes.length): string {
  const shown = decoder.decode(bytes.subarray(at, Math.min(end, at + CHARACTER_BYTES)));
  const code = shown.codePointAt(0) ?? 0;
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
  if (isControl) return `((CTRL-CHAR, code ${code}))`;
  const hex = code > 0xff ? ` / 0x${code.toString(16)}` : '';
  return `('${String.fromCodePoint(code)}' (code ${code}${hex}))`;
}

/** A text that is being read. */
export interface JsonPlace {
  readonly bytes: Uint8Array;
  /** End of the text, exclusive. */
  readonly end: number;
  /** The innermost open container; `undefined`: none. */
  readonly openContainer: 'Object' | 'Array' | undefined;
}

export function failureAt(
  { bytes }: JsonPlace,
  at: number,
  type: ErrorType,
  message: string,
): ApiError {
  return jsonFailure(type, message, locate(bytes, at));
}

/** The error for an unexpected byte, or for the end of the text. */
export function unexpectedAt(place: JsonPlace, at: number, expectation: string): ApiError {
  const { bytes, end, openContainer: open } = place;
  if (at >= end) {
    const where = open === undefined ? 'expected a value' : `expected close marker for ${open}`;
    return failureAt(place, at, 'json_e_o_f_exception', `Unexpected end-of-input: ${where}`);
  }
  const found = describeCharacter(bytes, at, end);
  return failureAt(
    place,
    at,
    'json_parse_exception',
    `Unexpected character ${found}: ${expectation}`,
  );
}

/** The error for a word that is none of the three literals. */
export function unrecognizedAt(place: JsonPlace, at: number): ApiError {
  const { bytes, end } = place;
  let wordEnd = at;
  while (wordEnd < end && isIdentifierByte(bytes[wordEnd] ?? 0) && wordEnd - at < SHOWN_WORD)
    wordEnd++;
  const shown = decoder.decode(bytes.subarray(at, wordEnd));
  const word = wordEnd - at < SHOWN_WORD ? shown : `${shown}...`;
  return failureAt(
    place,
    at,
    'json_parse_exception',
    `Unrecognized token '${word}': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')`,
  );
}

/**
 * True for letters, digits, `_`, `$` and everything beyond ASCII, which together make up a mistyped
 * word.
 */
export function isIdentifierByte(byte: number): boolean {
  return (
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x5f ||
    byte === 0x24 ||
    byte >= 0x80
  );
}
